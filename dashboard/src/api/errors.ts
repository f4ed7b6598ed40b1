import { PawstockError, type PawstockErrorCode } from '../../../client/error.ts';
import { quantityMax } from '../../../src/domain/item.ts';

const words: Partial<Record<PawstockErrorCode, string>> = {
  pet_not_found: 'the pet has been removed meanwhile.',
  version_mismatch: 'it has been changed meanwhile. Check it again.',
  insufficient_scope: 'the role of your key does not allow it. Ask an owner.',
  rate_limited: 'that was too much at once. Wait a moment, then try again.',
  outcome_unknown: 'it is not certain whether it has been stored. It is safe to try again.',
  storage_full: 'Pawstock has no room left. Tell the person who runs it.',
};

/** Tells the user why a request failed. `outcome` says what has not happened. */
export function describeError(error: unknown, outcome = 'Not saved'): string {
  if (!(error instanceof PawstockError)) return `${outcome}: ${error instanceof Error ? error.message : String(error)}`;
  if (error.code === 'unreachable' || error.code === 'timed_out') {
    return `${outcome}: Pawstock cannot be reached. It is safe to try again.`;
  }
  if (error.status === 401) return `${outcome}: the key is no longer valid. Sign in again.`;
  const text = withoutTerms(error);
  return error.status >= 500 ? `${outcome} yet: ${text}` : `${outcome}: ${text}`;
}

/** Replaces messages of the service that speak of fields and headers, which users do not see. */
function withoutTerms({ code, status, message, row, petId }: PawstockError): string {
  const where = row === undefined || petId === undefined ? '' : `pet\u00a0${petId}: `;
  if (message.includes(String(quantityMax))) return `${where}the number is too large.`;
  // Messages about the rules of stock and keys are in plain words already.
  const isPlain = code === 'invalid_value' || [403, 404, 409].includes(status);
  if (isPlain && words[code] === undefined) return message.replace(`Row ${row}: `, '');
  const other =
    status >= 500
      ? 'Pawstock is not ready. Try again in a moment.'
      : `Pawstock does not accept it (${code}). Reload the page, then try again.`;
  return where + (words[code] ?? other);
}

/** A 4xx: the request was refused and has changed nothing. After any other failure the outcome is unknown. */
export function isRefusal(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 400 && error.status < 500;
}

export function isVersionMismatch(error: unknown): boolean {
  return error instanceof PawstockError && error.code === 'version_mismatch';
}
