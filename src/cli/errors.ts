import { CommanderError } from 'commander';
import { DomainError } from '../domain/errors.ts';
import { SettingsError } from '../settings.ts';

/** The reasons why a command fails. Each is printed on a line of its own. */
export class CommandError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Prints what went wrong and returns the exit code: 2 for wrong usage or a wrong setting, 1 for any other fault. */
export function reportError(error: unknown, asJson: boolean): number {
  const isUsage = error instanceof CommanderError;
  // Commander reports --help and --version as errors with exit code 0.
  if (isUsage && error.exitCode === 0) return 0;
  // The API hides why the store failed, but the person at the terminal needs to know.
  const cause = error instanceof DomainError && error.cause !== undefined ? ` (${messageOf(error.cause)})` : '';
  const message = `${messageOf(error)}${cause}`.replace(/^error: /, '');
  if (asJson) process.stderr.write(`${JSON.stringify({ error: { message } })}\n`);
  // Commander has already printed the message of a usage error.
  else if (!isUsage) process.stderr.write(message.replaceAll(/^/gm, 'pawstock: ').concat('\n'));
  return isUsage || error instanceof SettingsError ? 2 : 1;
}

/** The message of an error. Node's AggregateError, for a host with several addresses, has only those of its parts. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
