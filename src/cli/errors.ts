import { CommanderError } from 'commander';
import { DomainError } from '../domain/errors.ts';
import { SettingsError } from '../settings.ts';

/** A command cannot do what it was asked to. Each fault is printed on a line of its own. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** Prints what went wrong and returns the exit code: 2 for wrong usage or a wrong setting, 1 for any other fault. */
export function reportError(error: unknown): number {
  // Commander has printed its message already; help and version are not faults.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  for (const fault of faultsIn(error)) process.stderr.write(`pawstock: ${fault}\n`);
  return error instanceof SettingsError ? 2 : 1;
}

function faultsIn(error: unknown): readonly string[] {
  if (error instanceof SettingsError || error instanceof CommandError) return error.faults;
  if (error instanceof DomainError) return [withCause(error)];
  return [messageOf(error)];
}

/** The API hides why the store failed; the person at the terminal needs to know. */
function withCause({ message, cause }: DomainError): string {
  return cause === undefined ? message : `${message} (${messageOf(cause)})`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
