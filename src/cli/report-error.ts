import { CommanderError } from 'commander';
import { errorMessage } from '../caught-error.ts';
import { DomainError } from '../domain/errors.ts';
import { SettingsError } from '../settings.ts';

/**
 * Prints an error and returns the exit code: 2 for wrong usage or a wrong setting, and 1 for any
 * other error.
 */
export function reportError(error: unknown, asJson: boolean): number {
  const isUsage = error instanceof CommanderError;
  // Commander reports --help and --version as errors with exit code 0.
  if (isUsage && error.exitCode === 0) return 0;
  // The API hides why its store failed, but a person at the terminal needs to know.
  const cause =
    error instanceof DomainError && error.cause !== undefined
      ? ` (${errorMessage(error.cause)})`
      : '';
  const message = `${errorMessage(error)}${cause}`.replace(/^error: /, '');
  if (asJson) process.stderr.write(`${JSON.stringify({ error: { message } })}\n`);
  // Commander has already printed the message of a usage error.
  else if (!isUsage) process.stderr.write(message.replaceAll(/^/gm, 'pawstock: ').concat('\n'));
  return isUsage || error instanceof SettingsError ? 2 : 1;
}
