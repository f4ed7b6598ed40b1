/** A file's text, or why it has none. `encoding` is the one that was found. */
export type DecodedText =
  | { readonly text: string; readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' }
  | { readonly fault: string };

/** What a file of another kind begins with. */
const otherFormats: readonly (readonly [bytes: readonly number[], fault: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'this is a spreadsheet document or a ZIP archive; export the sheet as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'this is an Excel workbook; save the sheet as CSV'],
  [[0x25, 0x50, 0x44, 0x46], 'this is a PDF document; export the table as CSV'],
];

/**
 * Decodes UTF-8, UTF-16 or, where the bytes are neither, Windows-1252. A byte order mark decides; without one, UTF-16 is
 * recognised by the zero byte that the first character of a CSV or JSON file has in it.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  for (const [start, fault] of otherFormats) if (startsWith(bytes, start)) return { fault };
  if (startsWith(bytes, [0xff, 0xfe]) || (bytes[0] !== 0 && bytes[1] === 0)) return decode(bytes, 'utf-16le');
  if (startsWith(bytes, [0xfe, 0xff]) || (bytes[0] === 0 && bytes[1] !== 0)) return decode(bytes, 'utf-16be');
  const decoded = decode(bytes, 'utf-8');
  const hasByteOrderMark = startsWith(bytes, [0xef, 0xbb, 0xbf]);
  return 'fault' in decoded && !hasByteOrderMark ? decode(bytes, 'windows-1252') : decoded;
}

function decode(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'): DecodedText {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { fault: `this is not valid ${encoding.toUpperCase()} text; export it again` };
  }
  return text.includes('\0') ? { fault: 'this is not a text file' } : { text, encoding };
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
