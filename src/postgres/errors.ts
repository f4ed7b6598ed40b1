import { DatabaseError } from 'pg';
import { DomainError } from '../domain/errors.ts';

/**
 * The SQLSTATE classes of errors after which nothing was changed, and a later attempt may succeed.
 */
const transientClasses = ['08', '28', '3D', '40', '53', '55', '57'];
/**
 * SQLSTATE codes of temporary errors that change nothing. Proxies like Pgpool-II report XX000 for a
 * lost server.
 */
const transientCodes = ['25006', '25P03', 'XX000'];
const diskFull = '53100';

/**
 * The error of a query that got no answer: its connection was closed, or the server did not answer
 * in time.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

export function unavailable(cause: unknown): DomainError {
  return new DomainError(
    'store_unavailable',
    'The database cannot be reached. Try again in a moment.',
    { cause },
  );
}

/**
 * Turns a database error that certainly changed nothing into a DomainError. Returns other errors
 * unchanged.
 */
export function storeFailure(error: unknown): unknown {
  if (error instanceof ConnectionLostError) return unavailable(error.cause);
  const code = sqlState(error);
  if (code === undefined) return error;
  if (code === diskFull) {
    return new DomainError(
      'storage_full',
      'The database has no room: nothing was changed. Try again when it has.',
      {
        cause: error,
      },
    );
  }
  const isTransient = transientClasses.includes(code.slice(0, 2)) || transientCodes.includes(code);
  return isTransient ? unavailable(error) : error;
}

/**
 * The SQLSTATE codes for an action that the database role may not do, and for a schema that it may
 * not see.
 */
const forbiddenCodes = ['42501', '3F000'];

/**
 * The error for an operator whose database role may not open the store; undefined for any other
 * error.
 */
export function missingRight(error: unknown): Error | undefined {
  if (!(error instanceof DatabaseError && forbiddenCodes.includes(error.code ?? '')))
    return undefined;
  return new Error(
    `The role in DATABASE_URL lacks a right: ${error.message}. To create or upgrade the store, run "pawstock migrate" with the role that owns the schema. To serve the store, give this role the rights in docs/operating/postgresql.md.`,
  );
}

/** Whether the server has ended a statement because it took too long. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DomainError && sqlState(error.cause) === '57014';
}

/** The SQLSTATE code of an error that the server reported; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}
