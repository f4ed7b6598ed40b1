import { hash } from 'node:crypto';
import { apiLimits } from '../../api-limits.ts';
import type { Idempotency } from '../../domain/idempotency.ts';
import { HttpError } from '../errors.ts';
import { z } from '../zod.ts';
import type { Context } from './context.ts';
import { documentedPattern } from './headers.ts';

const charactersMax = apiLimits.idempotencyKeyCharactersMax;
const printable = new RegExp(`^[ -~]{1,${charactersMax}}$`);

/** Reads the Idempotency-Key, and computes a fingerprint of the request: docs/decisions/0015. */
export function idempotencyOf(context: Context, request: object): Idempotency | null {
  const header = context.header('idempotency-key');
  if (header === undefined) return null;
  if (context.request.isRepeated('idempotency-key')) {
    throw new HttpError('invalid_header', 'Idempotency-Key was sent more than once. Send it once.');
  }
  // A client may put the Idempotency-Key in quotes: `"abc"` and `abc` are the same key.
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!printable.test(key)) {
    const rule = `1 to ${charactersMax} printable ASCII characters`;
    throw new HttpError('invalid_header', `Idempotency-Key must have ${rule}.`);
  }
  const json = JSON.stringify(request, (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return { caller: context.key.keyId, key, fingerprint: hash('sha256', json, 'hex') };
}

export const idempotencyKeyHeader = {
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({
      minLength: 1,
      maxLength: charactersMax + '""'.length,
      pattern: documentedPattern(
        `^(?!""$)([ -~]{1,${charactersMax}}|"[ -~]{1,${charactersMax}}")$`,
      ),
      description:
        'Any text of your own. Repeating a request with the same key within seven days returns the first answer and changes nothing.',
    }),
};
