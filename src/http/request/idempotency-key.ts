import { hash } from 'node:crypto';
import type { Idempotency } from '../../domain/idempotency.ts';
import { limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';
import type { HttpRequest } from '../server/http-request.ts';
import { z } from '../zod.ts';
import type { Context } from './context.ts';

/** Reads the Idempotency-Key, and computes a fingerprint of the request: docs/decisions/0015. */
export function idempotencyOf(context: Context, request: object): Idempotency | null {
  const key = idempotencyKeyIn(context.request);
  if (key === null) return null;
  const json = JSON.stringify(request, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  return { caller: context.key.rotationId, key, fingerprint: hash('sha256', json, 'hex') };
}

const charactersMax = limits.idempotencyKeyCharactersMax;
const printable = new RegExp(`^[ -~]{1,${charactersMax}}$`);

/** Reads the Idempotency-Key. The keys `"abc"`, in quotes, and `abc` are the same key. */
function idempotencyKeyIn(request: HttpRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (request.isRepeated('idempotency-key')) {
    throw new HttpError('invalid_header', 'Idempotency-Key was sent more than once. Send it once.');
  }
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (printable.test(key)) return key;
  throw new HttpError('invalid_header', `Idempotency-Key must have 1 to ${charactersMax} printable ASCII characters.`);
}

export const idempotencyKeyHeader = {
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({
      minLength: 1,
      maxLength: charactersMax + '""'.length,
      pattern: `^(?!""$)([ -~]{1,${charactersMax}}|"[ -~]{1,${charactersMax}}")$`,
      description:
        'Any text of your own. Repeating a request with the same key within 24 hours returns the first answer and changes nothing.',
    }),
};
