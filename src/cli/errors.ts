import { CommanderError } from 'commander';
import { DomainError } from '../domain/errors.ts';
import { SettingsError } from '../settings.ts';

/** A command cannot do what it was asked to. Each fault is printed on a line of its own. */
export class CommandError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Prints what went wrong and returns the exit code: 2 for wrong usage or a wrong setting, 1 for any other fault. */
export function reportError(error: unknown): number {
  // Commander has printed its message already; help and version are not faults.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // The API hides why the store failed; the person at the terminal needs to know.
  const cause = error instanceof DomainError && error.cause !== undefined ? ` (${messageOf(error.cause)})` : '';
  for (const line of `${messageOf(error)}${cause}`.split('\n')) process.stderr.write(`pawstock: ${line}\n`);
  return error instanceof SettingsError ? 2 : 1;
}

/** Node's error for a host with several addresses has no message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
