import { Command } from 'commander';
import { limits as defaultLimits, type Limits } from '../limits.ts';
import { buildId, version } from '../observability/build.ts';
import { completeCommand } from './commands/completion.ts';
import { reportError } from './report-error.ts';

/**
 * The functions that load each command. Loading only the command that runs saves a third of the
 * start time.
 */
const commands = new Map(
  Object.entries({
    serve: async (limits: Limits) => (await import('./commands/serve.ts')).serveCommand(limits),
    keys: async () => (await import('./commands/keys.ts')).keysCommand,
    webhooks: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
    import: async () => (await import('./commands/import.ts')).importCommand,
    export: async () => (await import('./commands/export.ts')).exportCommand,
    verify: async () => (await import('./commands/backup-and-verify.ts')).verifyCommand,
    migrate: async () => (await import('./commands/backup-and-verify.ts')).migrateCommand,
    backup: async () => (await import('./commands/backup-and-verify.ts')).backupCommand,
    backups: async () => (await import('./commands/backup-and-verify.ts')).backupsCommand,
    restore: async () => (await import('./commands/backup-and-verify.ts')).restoreCommand,
    copy: async () => (await import('./commands/backup-and-verify.ts')).copyCommand,
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
    mail: async () => (await import('./commands/mail.ts')).mailCommand,
    health: async () => (await import('./commands/health.ts')).healthCommand,
    completion: async () => (await import('./commands/completion.ts')).completionCommand,
    login: async () => (await import('./commands/login.ts')).loginCommand,
    logout: async () => (await import('./commands/login.ts')).logoutCommand,
    list: async () => (await import('./commands/remote-reads.ts')).listCommand,
    get: async () => (await import('./commands/remote-reads.ts')).getCommand,
    set: async () => (await import('./commands/remote-writes.ts')).setCommand,
    adjust: async () => (await import('./commands/remote-writes.ts')).adjustCommand,
    history: async () => (await import('./commands/remote-reads.ts')).historyCommand,
    report: async () => (await import('./commands/report.ts')).reportCommand,
    reservations: async () => (await import('./commands/reservations.ts')).reservationsCommand,
    watch: async () => (await import('./commands/watch.ts')).watchCommand,
  }),
);

/**
 * The options that print the version with the build id. No other option computes the build id,
 * which takes time.
 */
const versionOptions = ['-V', '--version'];

/**
 * Loads the command `name`. If no command has this name, loads all commands, for the help and the
 * error messages.
 */
export async function createProgram(name = '', limits: Limits = defaultLimits): Promise<Command> {
  const program = new Command('pawstock')
    .description('The inventory service of a pet store.')
    .version(versionOptions.includes(name) ? `${version}+${buildId()}` : version)
    .addCommand(completeCommand, { hidden: true });
  const named = commands.get(name);
  const loaded = named === undefined ? [...commands.values()] : [named];
  for (const command of await Promise.all(loaded.map((load) => load(limits))))
    program.addCommand(command);
  return program;
}

export async function runProgram(args: readonly string[], limits?: Limits): Promise<void> {
  const asJson = args.includes('--json');
  try {
    const program = await createProgram(args[0], limits);
    configure(program, asJson);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportError(error, asJson);
  }
}

/**
 * Keeps Commander from exiting the process, and begins each of its error messages with `pawstock:`.
 */
function configure(command: Command, asJson: boolean): void {
  command.exitOverride();
  command.configureOutput({
    writeErr: (text) => asJson || process.stderr.write(text),
    outputError: (text, write) => write(text.replace(/^error: /, 'pawstock: ')),
  });
  command.showHelpAfterError('Run the command with --help to see how it is used.');
  for (const inner of command.commands) configure(inner, asJson);
}
