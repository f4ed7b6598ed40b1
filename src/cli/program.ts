import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { DomainError } from '../domain/errors.ts';
import { SettingsError } from '../settings.ts';
import { SchemaError } from '../store/schema.ts';
import { adjustCommand } from './adjust.ts';
import { backupCommand } from './backup.ts';
import { CommandError } from './command-error.ts';
import { copyCommand } from './copy.ts';
import { exportCommand } from './export.ts';
import { getCommand } from './get.ts';
import { historyCommand } from './history.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { listCommand } from './list.ts';
import { leaveQuietlyWithTheReader } from './output.ts';
import { serveCommand } from './serve.ts';
import { setCommand } from './set.ts';
import { verifyCommand } from './verify.ts';
import { watchCommand } from './watch.ts';

/** Runs one command line. Faults go to stderr, a line each: exit code 1, or 2 where the call itself is wrong. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = createProgram();
  leaveQuietlyWithTheReader();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

export function createProgram(): Command {
  const program = new Command('pawstock')
    .description('The inventory service of a pet store.')
    .version(packageJson.version)
    .addCommand(serveCommand())
    .addCommand(keysCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addCommand(backupCommand())
    .addCommand(copyCommand())
    .addCommand(listCommand())
    .addCommand(getCommand())
    .addCommand(setCommand())
    .addCommand(adjustCommand())
    .addCommand(historyCommand())
    .addCommand(watchCommand());
  setHabits(program);
  return program;
}

function setHabits(command: Command): void {
  command.exitOverride();
  command.showHelpAfterError('Add --help to see how it is called.');
  command.commands.forEach(setHabits);
}

function report(error: unknown): number {
  // Commander has told it already; help and version are no faults.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof SettingsError) return tell(error.faults, 2);
  if (error instanceof CommandError) return tell(error.faults, 1);
  if (error instanceof DomainError) return tell([withCause(error)], 1);
  if (error instanceof SchemaError) return tell([error.message], 1);
  return tell([error instanceof Error ? error.message : String(error)], 1);
}

/** Callers of the API are not told why the store failed them; whoever runs a command is. */
function withCause({ message, cause }: DomainError): string {
  return cause === undefined ? message : `${message} (${cause instanceof Error ? cause.message : cause})`;
}

function tell(faults: readonly string[], exitCode: number): number {
  for (const fault of faults) process.stderr.write(`pawstock: ${fault}\n`);
  return exitCode;
}
