import type { BarcodeDetector, BarcodeFormat } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

declare const self: typeof globalThis & { readonly BarcodeDetector?: typeof BarcodeDetector };

const formats: BarcodeFormat[] = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'qr_code'];

/**
 * Returns the browser's own barcode detector if it reads all scanned formats, and otherwise one in
 * WebAssembly.
 */
async function createDetector(): Promise<BarcodeDetector> {
  const native = self.BarcodeDetector;
  const supported = (await native?.getSupportedFormats()) ?? [];
  if (native !== undefined && formats.every((format) => supported.includes(format)))
    return new native({ formats });
  const ponyfill = await import('barcode-detector/ponyfill');
  ponyfill.prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
  return new ponyfill.BarcodeDetector({ formats });
}

const detector = createDetector();

/**
 * Replies to each camera frame with the codes in the frame, or with null if this browser cannot
 * decode frames.
 */
self.addEventListener('message', async ({ data: frame }: MessageEvent<ImageBitmap>) => {
  const found = await detector.then((one) => one.detect(frame)).catch(() => null);
  frame.close();
  self.postMessage(found?.map(({ rawValue }) => rawValue) ?? null);
});
