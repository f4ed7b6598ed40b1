import postgres from 'postgres';
import { DomainError } from '../domain/errors.ts';

/** SQLSTATE classes and codes after which nothing was changed and a later try may work. */
const passingClasses = ['08', '28', '3D', '40', '53', '55', '57'];
const readOnly = '25006';
const idleInTransaction = '25P03';
const diskFull = '53100';
const rolledBackClass = '40';

export function unreachable(cause: unknown): DomainError {
  return new DomainError('store_unavailable', 'The database cannot be reached. Try again in a moment.', { cause });
}

/** What an exception of the driver or the server means for the caller, where the transaction is known not to count. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  if (!(error instanceof postgres.PostgresError)) return isConnectionFault(error) ? unreachable(error) : error;
  const { code } = error;
  if (code === diskFull) {
    return new DomainError('storage_full', 'The database has no room: nothing was changed. Try again when it has.', {
      cause: error,
    });
  }
  if (code === readOnly || code === idleInTransaction || passingClasses.includes(code.slice(0, 2)))
    return unreachable(error);
  return error;
}

/** Whether the connection on which this was raised can no longer be used: closed by the server, or in doubt. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'outcome_unknown';
  if (error instanceof postgres.PostgresError) return error.severity !== 'ERROR';
  return error instanceof Error && isConnectionFault(error);
}

/** Whether the server said that it undid the transaction and the same may be tried again. */
export function isRolledBack(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code.startsWith(rolledBackClass);
}

/** The driver's own codes, and those of the socket and of its certificate: none is an error of the server's. */
function isConnectionFault(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return /^(?:CONNECT|E[A-Z]+$|EAI_|SASL|AUTH|ERR_TLS|ERR_SSL|CERT|UNABLE_TO)|SELF_SIGNED/.test(code);
}

export function outcomeUnknown(cause: unknown): DomainError {
  return new DomainError(
    'outcome_unknown',
    'The database vanished during the write; whether it took effect is unknown. Repeat it with the same Idempotency-Key, or read the pet.',
    { cause },
  );
}
