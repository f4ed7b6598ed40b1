import { Command } from 'commander';
import type { Logger } from 'pino';
import type { App } from '../app.ts';
import { limits } from '../limits.ts';
import { checkSettings, type RawSettings, type Settings, SettingsError, settingNames } from '../settings.ts';
import { createDemoStore, type DemoStore, demoGreeting } from './demo.ts';

type Flags = Record<string, string | boolean | undefined> & { demo?: true };

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('Run the service. Each setting is a flag here or a variable in the environment.')
    .option('--demo', 'on a throw-away store with sample pets and a new key')
    .action((flags: Flags) => serve(flags));
  for (const name of settingNames) command.option(`${flagOf(name)} <value>`, `${helpOf[name]} (or ${name})`);
  return command;
}

const helpOf: Readonly<Record<keyof RawSettings, string>> = {
  PORT: 'the port; 0 lets the system choose; 8080 if left out',
  HOST: 'the address to listen on; 127.0.0.1 if left out',
  DATABASE_URL: 'the store; sqlite:data/pawstock.db if left out',
  BASE_URL: 'where callers reach production; ends in /v1',
  STAGING_BASE_URL: 'where callers reach staging; ends in /v1',
  CORS_ORIGIN: 'the web origins that may call, with commas',
  RATE_LIMIT: 'requests a second a key; 0, no limit, if left out',
  LOG_LEVEL: 'debug, info, warn, error or silent; info if left out',
};

function flagOf(name: keyof RawSettings): string {
  return name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`;
}

function settingsFrom(flags: Flags): RawSettings {
  const optionName = (name: keyof RawSettings) =>
    flagOf(name)
      .slice(2)
      .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    settingNames.map((name) => [name, flags[optionName(name)] ?? (process.env[name] || undefined)]),
  );
}

async function serve(flags: Flags): Promise<void> {
  const raw = settingsFrom(flags);
  if (!flags.demo) return run(checkSettings(raw));
  checkSettings(raw);
  const demo = await createDemoStore();
  const settings = checkSettings({ ...raw, DATABASE_URL: demo.url, LOG_LEVEL: raw.LOG_LEVEL ?? 'warn' });
  process.once('exit', demo.remove);
  await run(settings, demo, raw.PORT === undefined);
}

async function run(settings: Settings, demo?: DemoStore, anyPort = false): Promise<void> {
  const [{ startApp }, { createLogs }, { surviveStrayFailures }] = await Promise.all([
    import('../app.ts'),
    import('../log.ts'),
    import('../postgres/stray-failures.ts'),
  ]);
  if (settings.database.engine === 'postgres') surviveStrayFailures();
  const logs = createLogs(settings.logLevel);
  const log = logs.events;
  const onFatal = (error: Error) => {
    log.fatal({ err: error }, 'the store failed; stopping. Start again to recover');
    // A moment for the answers that say so.
    setTimeout(() => process.exit(1), limits.fatalGraceMs);
  };
  const options = { logs, onFatal };
  const app = await startApp(settings, options).catch((error: NodeJS.ErrnoException) => {
    if (anyPort && error.code === 'EADDRINUSE') return startApp({ ...settings, port: 0 }, options);
    if (/^(?:ENOTFOUND|EAI_\w+|EADDRNOTAVAIL)$/.test(error.code ?? '')) {
      throw new SettingsError([`HOST must be an address of this machine; it is "${settings.host}".`]);
    }
    throw error;
  });
  stopOnSignals(app, log);
  const address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${app.port}`;
  log.debug({ address }, 'listening');
  try {
    await app.ready;
  } catch (error) {
    await app.stop();
    throw error;
  }
  log.info({ address, docs: `${address}/docs` }, 'serving');
  if (demo !== undefined)
    process.stdout.write(demoGreeting({ address, mount: settings.mounts[0] ?? '', secret: demo.secret }));
}

/** The first signal drains; a second one, or the deadline, cuts. One Ctrl-C may arrive twice, from a shell and a parent. */
function stopOnSignals(app: App, log: Logger): void {
  let firstAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const nowMs = Date.now();
    if (firstAtMs === undefined) {
      firstAtMs = nowMs;
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.warn('stopping took too long; what was left is cut');
        process.exit(0);
      }, limits.stopDeadlineMs).unref();
      app.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    } else if (nowMs - firstAtMs > limits.repeatedSignalMs) process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
}
