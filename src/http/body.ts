import { DomainError } from '../domain/errors.ts';
import { parseExactJson } from '../domain/exact-json.ts';
import { limits } from '../limits.ts';
import type { Call } from './call.ts';

/** Made once: making one costs more than using it. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const jsonType = /^application\/(?:json|[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;

/** The request's JSON with every number exact, now or when its body has arrived. In order: 415, 413, 400. */
export function readJson(call: Call, bytesMax: number = limits.bodyBytesMax): unknown {
  checkType(call);
  const bytes = call.asked.body(bytesMax);
  return bytes instanceof Promise ? bytes.then(parseBytes) : parseBytes(bytes);
}

function parseBytes(bytes: Uint8Array): unknown {
  refuseTooMany(bytes);
  return parse(decode(bytes));
}

/** A value takes two bytes at least, so a shorter body has fewer. */
function refuseTooMany(bytes: Uint8Array): void {
  if (bytes.length > 2 * limits.bodyValuesMax && separatorsIn(bytes) > limits.bodyValuesMax) {
    throw new DomainError('invalid_json', `The body holds more than ${limits.bodyValuesMax} values. Send fewer.`);
  }
}

const [quote, backslash] = [0x22, 0x5c];
const separators = new Set(Buffer.from(',:[{'));

/** Every value of JSON but the first follows one of these, outside of strings. */
function separatorsIn(bytes: Uint8Array): number {
  let count = 0;
  let within = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) within = !within;
    else if (within && byte === backslash) at++;
    else if (!within && separators.has(byte)) count++;
  }
  return count;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new DomainError('invalid_json', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') throw new DomainError('invalid_json', 'The body is empty. Send a JSON object.');
  try {
    return parseExactJson(text);
  } catch {
    throw new DomainError('invalid_json', 'The body is not valid JSON, or nested too deeply. Send one JSON value.');
  }
}

function checkType(call: Call): void {
  const type = call.header('content-type') ?? '';
  if (type !== '' && type !== 'application/json' && !jsonType.test(type)) {
    throw new DomainError('unsupported_media_type', 'The body must be JSON. Send "Content-Type: application/json".');
  }
  const coding = call.header('content-encoding') ?? '';
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    throw new DomainError(
      'unsupported_media_type',
      'A compressed body is not understood. Send it without Content-Encoding.',
    );
  }
}
