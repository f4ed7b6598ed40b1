import { PawstockError } from '../../../client/error.ts';

/** What went wrong with a write, for the person who made it. `failed` says what has not happened. */
export function failureOf(error: unknown, failed = 'Not saved'): string {
  if (!(error instanceof PawstockError)) return `${failed}: ${error instanceof Error ? error.message : String(error)}`;
  if (error.code === 'unreachable' || error.code === 'timed_out') {
    return `${failed}: Pawstock cannot be reached. What you typed is kept, and it is safe to try again.`;
  }
  if (error.status === 401) return `${failed}: the key is not valid any more. What you typed is kept.`;
  if (error.status >= 500) return `${failed} yet: ${error.message} What you typed is kept.`;
  return `${failed}: ${error.message}`;
}
