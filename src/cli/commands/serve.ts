import { Command, Option } from 'commander';
import type { Logger } from 'pino';
import type { App } from '../../app.ts';
import type { Limits } from '../../limits.ts';
import {
  checkSettings,
  type RawSettings,
  type Settings,
  SettingsError,
  settingNames,
  settingRules,
} from '../../settings.ts';
import { CommandError } from '../errors.ts';
import { createDemoStore, type DemoStore, demoGreeting } from './demo.ts';

type Flags = Record<string, string | boolean | undefined> & { demo?: true };

const settingOptions = settingNames.map((name) => {
  const flag = name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`;
  const [fallback, , help] = settingRules[name];
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
  // Flags take precedence over the environment.
  const raw: RawSettings = Object.fromEntries(
    settingOptions.map(({ name, option }) => [name, flags[option.attributeName()] ?? (process.env[name] || undefined)]),
  );
  if (!flags.demo) return run(checkSettings(raw), { limits });
  checkSettings(raw);
  const demo = await createDemoStore();
  const settings = checkSettings({ ...raw, DATABASE_URL: demo.url, LOG_LEVEL: raw.LOG_LEVEL ?? 'warn' });
  process.once('exit', demo.remove);
  await run(settings, { limits, demo, anyPort: raw.PORT === undefined });
}

type RunOptions = { readonly limits: Limits; readonly demo?: DemoStore; readonly anyPort?: boolean };

async function run(settings: Settings, { limits, demo, anyPort = false }: RunOptions): Promise<void> {
  const [{ startApp }, { createLogs }] = await Promise.all([
    import('../../app.ts'),
    import('../../observability/log.ts'),
  ]);
  const logs = createLogs(settings.logLevel, limits);
  const log = logs.events;
  const onFatal = (error: Error) => {
    if (error.name === 'SchemaError') log.fatal(`another process has upgraded the store; stopping. ${error.message}`);
    else log.fatal({ err: error }, 'the store failed; stopping. Start again to recover');
    // Leaves time to answer the requests under way.
    setTimeout(() => process.exit(1), limits.fatalGraceMs);
  };
  const options = { logs, limits, onFatal };
  const app = await startApp(settings, options).catch((error: NodeJS.ErrnoException) => {
    if (anyPort && error.code === 'EADDRINUSE') return startApp({ ...settings, port: 0 }, options);
    throw listenError(error, settings);
  });
  // A demo ends with its terminal.
  const signals = ['SIGTERM', 'SIGINT', ...(demo === undefined ? [] : ['SIGHUP' as const])] as const;
  const stop = stopOnSignals(app, log, { signals, deadlineMs: limits.stopDeadlineMs });
  if (demo === undefined) reloadOnHangup(app, log);
  const address = addressOf(settings, app.port);
  log.debug({ address }, 'listening');
  try {
    await app.ready;
  } catch (error) {
    await app.stop();
    throw error;
  }
  if (stop.requested) return;
  log.info({ address, docs: `${address}/docs`, ...app.describe() }, 'serving');
  if (demo !== undefined) {
    process.stdout.write(demoGreeting({ address, mount: settings.mounts[0] ?? '', secret: demo.secret }));
    return;
  }
  const setup = await app.createSetupSecret();
  if (setup !== undefined)
    process.stdout.write(firstRunGreeting(new URL(settings.bases[0]?.url ?? '', address), setup));
}

/** The secret is in the fragment, which browsers send to no server. */
function firstRunGreeting({ origin }: URL, secret: string): string {
  return `
There is no key yet. This link creates the first one, once and within an hour:

  ${origin}/#setup=${secret}

`;
}

/** Names the setting at fault. */
function listenError(error: NodeJS.ErrnoException, { host, port }: Settings): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CommandError([
        `PORT ${port} is in use by another process (EADDRINUSE). Choose another PORT, or stop that process.`,
      ]);
    case 'EACCES':
      return new CommandError([`PORT ${port} needs more privileges (EACCES). Choose a PORT above 1023.`]);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new SettingsError([`HOST must be an address of this machine; it is "${host}".`]);
    default:
      return error.name === 'TlsError' ? new SettingsError([error.message]) : error;
  }
}

/** The wildcard addresses are only for listening, so the loopback address is announced for them. */
function addressOf({ host, tls }: Settings, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${tls === undefined ? 'http' : 'https'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

const repeatedSignalMs = 500;

/**
 * The first signal drains the service; a later one, or the deadline, ends it at once. One Ctrl-C can arrive twice, from
 * the shell and from the launcher, so signals in quick succession count as one.
 */
function stopOnSignals(
  app: App,
  log: Logger,
  { signals, deadlineMs }: { readonly signals: readonly NodeJS.Signals[]; readonly deadlineMs: number },
): { readonly requested: boolean } {
  const stop = { requested: false };
  let firstAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    if (firstAtMs === undefined) {
      firstAtMs = nowMs;
      stop.requested = true;
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
    } else if (nowMs - firstAtMs > repeatedSignalMs) process.exit(1);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop;
}

/** Open connections keep the certificate that they began with. Without TLS there is nothing to read again. */
function reloadOnHangup(app: App, log: Logger): void {
  process.on('SIGHUP', () => {
    try {
      if (app.reloadTls()) log.info('the TLS certificate was read again');
    } catch (error) {
      log.error({ cause: String(error) }, 'the TLS certificate could not be read again; the old one stays in use');
    }
  });
}
