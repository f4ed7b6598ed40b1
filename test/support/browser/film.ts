import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

const width = 640;
const height = 480;
const framesPerSecond = 5;

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(
      fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')),
    ).buffer,
  },
});

/**
 * Writes a video that shows one barcode after the other, each for a second, with an empty picture
 * after each.
 */
export async function writeFilm(
  file: string,
  labels: readonly (readonly [NonNullable<WriterOptions['format']>, string])[],
): Promise<void> {
  const empty = Buffer.alloc((width * height * 3) / 2, 128).fill(200, 0, width * height);
  const frames = [`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`];
  const parts: Buffer[] = frames.map((text) => Buffer.from(text));
  const show = (picture: Buffer, seconds: number) => {
    for (let frame = 0; frame < seconds * framesPerSecond; frame += 1)
      parts.push(Buffer.from('FRAME\n'), picture);
  };
  for (const [format, text] of labels) {
    const { symbol, error } = await writeBarcode(text, {
      format,
      scale: format === 'QRCode' ? 8 : 3,
      withQuietZones: true,
    });
    if (symbol === null || error !== '') throw new Error(`No ${format} of ${text}: ${error}`);
    const picture = Buffer.from(empty);
    const top = (height - symbol.height) >> 1;
    const left = (width - symbol.width) >> 1;
    for (let y = 0; y < symbol.height; y += 1)
      picture.set(
        symbol.data.subarray(y * symbol.width, (y + 1) * symbol.width),
        (top + y) * width + left,
      );
    show(picture, 1);
    show(empty, 1.4);
  }
  writeFileSync(file, Buffer.concat(parts));
}
