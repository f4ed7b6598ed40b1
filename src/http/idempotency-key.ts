import { DomainError } from '../domain/errors.ts';
import { limits } from '../limits.ts';
import type { Asked } from './exchange.ts';

const printable = new RegExp(`^[\\x20-\\x7e]{1,${limits.idempotencyKeyCharactersMax}}$`);
const quoted = /^"(.*)"$/;

/** The header's key; a quoted one, as structured fields have it, equals the bare one. */
export function idempotencyKeyIn(asked: Asked): string | null {
  const header = asked.headers.get('idempotency-key');
  if (header === undefined) return null;
  const key = quoted.exec(header)?.[1] ?? header;
  if (!printable.test(key)) {
    throw new DomainError(
      'invalid_header',
      `Idempotency-Key must have 1 to ${limits.idempotencyKeyCharactersMax} printable ASCII characters.`,
    );
  }
  return key;
}
