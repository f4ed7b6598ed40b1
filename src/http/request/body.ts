import { parseExactJson } from '../../domain/exact-json.ts';
import { limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';
import type { Context } from './context.ts';

/** Reused: creating a decoder costs more than using it. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const jsonType = /^application\/(?:json|[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;

/** The body's JSON with every number exact. See docs/decisions/0003. */
export function parseJson(bytes: Uint8Array): unknown {
  // A value takes at least two bytes, so a short body cannot have too many.
  if (bytes.length > 2 * limits.bodyValuesMax && countSeparators(bytes) > limits.bodyValuesMax) {
    throw new HttpError('invalid_json', `The body holds more than ${limits.bodyValuesMax} values. Send fewer.`);
  }
  const text = decode(bytes);
  if (text.trim() === '') throw new HttpError('invalid_json', 'The body is empty. Send a JSON object.');
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof RangeError)
      throw new HttpError('invalid_json', 'The body is nested too deeply. Send it flat.');
    throw new HttpError(
      'invalid_json',
      `The body is not valid JSON: ${faultOf(error as SyntaxError)}. Send one JSON value.`,
    );
  }
}

/** What V8 found, and where if it says so, without the text that it quotes. */
function faultOf({ message }: SyntaxError): string {
  const [what = ''] = message.split(/,? (?:\.{3})?"|(?: in| after) JSON /, 1);
  const position = / at position (\d+)/.exec(message)?.[1];
  const place = position === undefined ? '' : ` at character ${Number(position) + 1}`;
  return what.charAt(0).toLowerCase() + what.slice(1) + place;
}

const [quote, backslash] = [0x22, 0x5c];
const separators = new Set(Buffer.from(',:[{'));

/** Every JSON value but the first follows one of these, outside of strings. */
function countSeparators(bytes: Uint8Array): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) inString = !inString;
    else if (inString && byte === backslash) at++;
    else if (!inString && separators.has(byte)) count++;
  }
  return count;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new HttpError('invalid_json', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  }
}

export function checkMediaType(context: Context): void {
  const type = context.header('content-type') ?? '';
  if (type !== '' && type !== 'application/json' && !jsonType.test(type)) {
    throw new HttpError('unsupported_media_type', 'The body must be JSON. Send "Content-Type: application/json".');
  }
  const coding = context.header('content-encoding') ?? '';
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    throw new HttpError(
      'unsupported_media_type',
      'Compressed bodies are not supported. Send the body without Content-Encoding.',
    );
  }
}
