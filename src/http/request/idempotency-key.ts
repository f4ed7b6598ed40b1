import { limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';
import type { HttpRequest } from '../server/message.ts';

const printable = new RegExp(`^[\\x20-\\x7e]{1,${limits.idempotencyKeyCharactersMax}}$`);
const quoted = /^"(.*)"$/;

/** The header's key; a quoted one, as structured fields have it, equals the bare one. */
export function idempotencyKeyIn(request: HttpRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (request.isRepeated('idempotency-key')) {
    throw new HttpError('invalid_header', 'Idempotency-Key was sent more than once. Send it once.');
  }
  const key = quoted.exec(header)?.[1] ?? header;
  if (!printable.test(key)) {
    throw new HttpError(
      'invalid_header',
      `Idempotency-Key must have 1 to ${limits.idempotencyKeyCharactersMax} printable ASCII characters.`,
    );
  }
  return key;
}
