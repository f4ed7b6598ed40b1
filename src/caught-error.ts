/** What can be said of an error in a catch clause, which may be any value. */

/**
 * The message of an error. Node's AggregateError has no message of its own, so its parts' messages
 * are joined.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** The error of a failed system call, such as opening a file. */
export type SystemError = Error & {
  /** The name of the error, such as ENOENT. */
  readonly code: string;
  readonly syscall: string;
  readonly errno: number;
};

export function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'syscall' in error &&
    typeof error.syscall === 'string' &&
    'errno' in error &&
    typeof error.errno === 'number'
  );
}

/** The name of the error of a failed system call; undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return isSystemError(error) ? error.code : undefined;
}
