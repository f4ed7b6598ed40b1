import { Command, Option } from 'commander';
import type { Logger } from 'pino';
import type { App } from '../../app.ts';
import type { Limits } from '../../limits.ts';
import {
  checkSettings,
  reachableAddress,
  readSettings,
  type Settings,
  SettingsError,
  settingEntries,
  warningsAbout,
} from '../../settings.ts';
import { tlsFaults } from '../../tls.ts';
import { createDemoStore, demoGreeting } from './demo.ts';

type Flags = Record<string, string | boolean | undefined> & { demo?: true };

const settingOptions = settingEntries.map(([name, [fallback, , help]]) => {
  const flag =
    name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`;
  const defaultNote = fallback === '' ? '' : ` (default: ${fallback})`;
  return { name, option: new Option(`${flag} <value>`, `${help}${defaultNote} [env: ${name}]`) };
});

export function serveCommand(limits: Limits): Command {
  const command = new Command('serve')
    .description('Run the service. Each setting is a flag or an environment variable.')
    .option('--demo', 'use a temporary store with sample pets and a new key')
    .action((flags: Flags) => serve(flags, limits));
  for (const { option } of settingOptions) command.addOption(option);
  return command;
}

async function serve(flags: Flags, limits: Limits): Promise<void> {
  const { raw, faults } = readSettings(
    Object.fromEntries(
      settingOptions.map(({ name, option }) => [name, flags[option.attributeName()]]),
    ),
  );
  const settings = checkSettings(raw, [...faults, ...tlsFaults(raw)]);
  if (!flags.demo) return run(settings, limits);
  const demo = await createDemoStore();
  process.once('exit', demo.remove);
  // A demo makes no backups and sends no mail, which would look like those of the real shop.
  const own = {
    DATABASE_URL: demo.url,
    BACKUP_FOLDER: '',
    MAIL_URL: '',
    LOG_LEVEL: raw.LOG_LEVEL ?? 'warn',
  };
  const ofDemo = checkSettings({ ...raw, ...own });
  await run(ofDemo, limits, demo.secret, raw.PORT === undefined);
}

async function run(
  settings: Settings,
  limits: Limits,
  demoSecret?: string,
  anyPort = false,
): Promise<void> {
  const [{ startApp }, { createLogs }] = await Promise.all([
    import('../../app.ts'),
    import('../../observability/log.ts'),
  ]);
  const logs = createLogs(settings.logLevel, limits);
  const log = logs.events;
  const onFatal = (error: Error) => {
    if (error.name === 'SchemaError')
      log.fatal(`another process has upgraded the store; stopping. ${error.message}`);
    else log.fatal({ err: error }, 'the store failed; stopping. Start again to recover');
    // After a fatal error the process waits a moment before it exits, so that requests under way
    // get a response.
    setTimeout(() => process.exit(1), limits.fatalGraceMs);
  };
  const options = { logs, limits, onFatal };
  for (const warning of warningsAbout(Object.keys(process.env))) log.warn(warning);
  const app = await startApp(settings, options).catch((error: NodeJS.ErrnoException) => {
    if (anyPort && error.code === 'EADDRINUSE') return startApp({ ...settings, port: 0 }, options);
    throw listenError(error, settings);
  });
  const stop = stopOnSignals(app, log, limits.stopDeadlineMs);
  // A demo ends at SIGHUP, because its terminal has closed. Any other service reads its certificate
  // again.
  process.on('SIGHUP', demoSecret === undefined ? () => reloadTls(app, log) : stop.onSignal);
  const address = reachableAddress(settings, app.port);
  log.debug({ address }, 'listening');
  try {
    await app.ready;
  } catch (error) {
    await app.stop();
    throw error;
  }
  if (stop.isRequested()) return;
  log.info({ address, docs: `${address}/docs`, ...app.describe() }, 'serving');
  if (demoSecret !== undefined) {
    process.stdout.write(
      demoGreeting({ address, mount: settings.mounts[0] ?? '', secret: demoSecret }),
    );
    return;
  }
  const setup = await app.createSetupSecret();
  if (setup !== undefined)
    process.stdout.write(firstRunGreeting(new URL(settings.bases[0]?.url ?? '', address), setup));
}

/**
 * The greeting with the setup link. The secret is in the link's fragment, which browsers never send
 * to a server.
 */
function firstRunGreeting({ origin }: URL, secret: string): string {
  return `
There is no key yet. This link creates the first one, once and within an hour:

  ${origin}/#setup=${secret}

`;
}

function listenError(error: NodeJS.ErrnoException, { host, port }: Settings): Error {
  const { code = '' } = error;
  if (code === 'EADDRINUSE') {
    const advice = 'Choose another PORT, or stop that process.';
    return new Error(`PORT ${port} is in use by another process (EADDRINUSE). ${advice}`);
  }
  if (code === 'EACCES')
    return new Error(`PORT ${port} needs more privileges (EACCES). Choose a PORT above 1023.`);
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code))
    return new SettingsError([`HOST must be an address of this machine; it is "${host}".`]);
  return error;
}

const repeatedSignalMs = 500;

/**
 * Stops the service. The first signal lets requests under way finish. A later signal, or the
 * deadline, ends the process at once. One Ctrl-C can arrive twice, so signals in quick succession
 * count as one.
 */
function stopOnSignals(app: App, log: Logger, deadlineMs: number) {
  let firstAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAtMs !== undefined) {
      if (performance.now() - firstAtMs > repeatedSignalMs) process.exit(1);
      return;
    }
    firstAtMs = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('stopping took too long; the remaining requests are cut off');
      process.exit(0);
    }, deadlineMs).unref();
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  return { onSignal, isRequested: () => firstAtMs !== undefined };
}

/** Reads the TLS certificate again. Connections that are open keep the old certificate. */
function reloadTls(app: App, log: Logger): void {
  try {
    if (app.reloadTls()) log.info('the TLS certificate was read again');
  } catch (error) {
    log.error(
      { cause: String(error) },
      'the TLS certificate could not be read again; the old one stays in use',
    );
  }
}
