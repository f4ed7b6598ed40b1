import { isUtf8 } from 'node:buffer';
import { parseExactJson } from '@pawstock/shared/exact-json.ts';
import { errorMessage } from '../../caught-error.ts';
import type { Limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';
import type { Context } from './context.ts';

/** All requests share one text decoder, because creating a decoder takes longer than using it. */
const utf8 = new TextDecoder();

const jsonType = /^application\/(?:json|[\w.!#$&^+-]+\+json)\s*(?:;|$)/i;

/** Parses a request body as JSON and keeps every number exact: docs/decisions/0003. */
export function parseJson(
  bytes: Uint8Array,
  { bodyValuesMax }: Pick<Limits, 'bodyValuesMax'>,
): unknown {
  if (!isUtf8(bytes))
    throw new HttpError('invalid_json', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  const text = utf8.decode(bytes);
  if (text.trim() === '')
    throw new HttpError('invalid_json', 'The body is empty. Send a JSON object.');
  // Every JSON value takes at least two bytes, so a short body need not be checked for too many
  // values.
  if (bytes.length > 2 * bodyValuesMax && countSeparators(text) > bodyValuesMax) {
    throw new HttpError(
      'invalid_json',
      `The body holds more than ${bodyValuesMax} values. Send fewer.`,
    );
  }
  try {
    return parseExactJson(text);
  } catch (error) {
    const isTooDeep = error instanceof RangeError;
    const fault = isTooDeep ? 'nested too deeply' : `not valid JSON: ${faultOf(error)}`;
    throw new HttpError(
      'invalid_json',
      `The body is ${fault}. Send ${isTooDeep ? 'it flat' : 'one JSON value'}.`,
    );
  }
}

/**
 * Shortens V8's message about a JSON syntax error. V8 quotes the request body, which may contain
 * secrets.
 */
function faultOf(error: unknown): string {
  const message = errorMessage(error);
  const [what = ''] = message.split(/,? (?:\.{3})?"|(?: in| after) JSON /, 1);
  const position = / at position (\d+)/.exec(message)?.[1];
  const place = position === undefined ? '' : ` at character ${Number(position) + 1}`;
  return what.charAt(0).toLowerCase() + what.slice(1) + place;
}

/**
 * Estimates the number of values in a JSON text: a comma, a colon or an opening bracket precedes
 * each value.
 */
function countSeparators(text: string): number {
  const withoutStrings = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"?/gs, '');
  return withoutStrings.match(/[,:[{]/g)?.length ?? 0;
}

export function checkMediaType(context: Context): void {
  const type = context.header('content-type') ?? '';
  if (type !== '' && type !== 'application/json' && !jsonType.test(type)) {
    throw new HttpError(
      'unsupported_media_type',
      'The body must be JSON. Send "Content-Type: application/json".',
    );
  }
  const coding = context.header('content-encoding') ?? '';
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    const advice = 'Send the body without Content-Encoding.';
    throw new HttpError('unsupported_media_type', `Compressed bodies are not supported. ${advice}`);
  }
}
