import { PawstockError } from '../../../client/error.ts';

/** Tells the user why a request failed. `outcome` says what has not happened. */
export function describeError(error: unknown, outcome = 'Not saved'): string {
  if (!(error instanceof PawstockError)) return `${outcome}: ${error instanceof Error ? error.message : String(error)}`;
  if (error.code === 'unreachable' || error.code === 'timed_out') {
    return `${outcome}: Pawstock cannot be reached. What you typed is kept, and it is safe to try again.`;
  }
  if (error.status === 401) return `${outcome}: the key is no longer valid. What you typed is kept.`;
  if (error.status >= 500) return `${outcome} yet: ${error.message} What you typed is kept.`;
  return `${outcome}: ${error.message}`;
}

/** A 4xx: the request was refused and has changed nothing. After any other failure the outcome is unknown. */
export function isRefusal(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 400 && error.status < 500;
}

export function isVersionMismatch(error: unknown): boolean {
  return error instanceof PawstockError && error.code === 'version_mismatch';
}
