import { DatabaseError } from 'pg';
import { DomainError } from '../domain/errors.ts';

/** With these SQLSTATE classes and codes nothing was changed, and a later attempt may succeed. */
const transientClasses = ['08', '28', '3D', '40', '53', '55', '57'];
/** Proxies such as Pgpool-II report the last one when they lose the server behind them. */
const transientCodes = ['25006', '25P03', 'XX000'];
const diskFull = '53100';

/** The connection was closed, or the driver gave it up because the server did not answer in time. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

export function unavailable(cause: unknown): DomainError {
  return new DomainError('store_unavailable', 'The database cannot be reached. Try again in a moment.', { cause });
}

/** The error for callers after a failure that certainly changed nothing. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof ConnectionLostError) return unavailable(error.cause);
  const code = sqlState(error);
  if (code === undefined) return error;
  if (code === diskFull) {
    return new DomainError('storage_full', 'The database has no room: nothing was changed. Try again when it has.', {
      cause: error,
    });
  }
  const isTransient = transientClasses.includes(code.slice(0, 2)) || transientCodes.includes(code);
  return isTransient ? unavailable(error) : error;
}

/** The server refuses what the role may not do, and shows no schema to a role that may not use it. */
const forbiddenCodes = ['42501', '3F000'];

/** The error for a role that may not open the store; undefined for any other error. */
export function missingRight(error: unknown): Error | undefined {
  if (!(error instanceof DatabaseError && forbiddenCodes.includes(error.code ?? ''))) return undefined;
  return new Error(
    `The role in DATABASE_URL lacks a right: ${error.message}. To create or upgrade the store, run "pawstock migrate" with the role that owns the schema. To serve the store, give this role the rights in docs/operating/postgresql.md.`,
  );
}

/** The code of an error that the server reported. Undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}
