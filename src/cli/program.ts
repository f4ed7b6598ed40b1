import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { backupCommand, copyCommand, restoreCommand } from './commands/backup.ts';
import { completeCommand, completionCommand } from './commands/completion.ts';
import { exportCommand } from './commands/export.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { getCommand, listCommand } from './commands/list-and-get.ts';
import { serveCommand } from './commands/serve.ts';
import { adjustCommand, setCommand } from './commands/set-and-adjust.ts';
import { verifyCommand } from './commands/verify.ts';
import { watchCommand } from './commands/watch.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { reportError } from './errors.ts';
import { exitOnClosedPipe } from './terminal/output.ts';

export const program = new Command('pawstock')
  .description('The inventory service of a pet store.')
  .version(packageJson.version)
  .addCommand(serveCommand)
  .addCommand(keysCommand)
  .addCommand(webhooksCommand)
  .addCommand(importCommand)
  .addCommand(exportCommand)
  .addCommand(verifyCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand)
  .addCommand(copyCommand)
  .addCommand(completionCommand)
  .addCommand(completeCommand, { hidden: true })
  .addCommand(listCommand)
  .addCommand(getCommand)
  .addCommand(setCommand)
  .addCommand(adjustCommand)
  .addCommand(historyCommand)
  .addCommand(watchCommand);
configure(program);

/** Runs one command line and sets the exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  exitOnClosedPipe();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportError(error);
  }
}

/** Lets `runProgram` choose the exit code of every command, and gives all faults the same beginning. */
function configure(command: Command): void {
  command.exitOverride();
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'pawstock: ')) });
  command.showHelpAfterError('Run it with --help for usage.');
  command.commands.forEach(configure);
}
