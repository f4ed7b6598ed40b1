import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Limits } from '../../../src/limits.ts';
import type { Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Command, type ServiceProcess, startCommand, untilServing } from './child-process.ts';
import { compileCache, main, mainWithLimits, repository } from './runtime.ts';
import { startService } from './service.ts';
import { runInSharedProcess } from './shared-process.ts';
import {
  addPets,
  createKey,
  inStoreAt,
  levelsIn,
  type Pet,
  stockWithKey,
  type TestKeyOptions,
} from './store-contents.ts';

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** The path of the Node that runs the command. Default: the Node that runs the tests. */
  readonly node?: string;
  /** The path of an installed `pawstock`, which runs in place of the checkout's. */
  readonly installed?: string;
  /** Limits of the service that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  readonly killAfterMs?: number;
  /**
   * Whether the service counts as started when it is ready, or as soon as it accepts connections.
   * Default: ready.
   */
  readonly until?: 'serving' | 'listening';
};

export type CliHarness = ReturnType<typeof openCliHarness>;

/**
 * Runs commands as users do: as processes, in a folder of their own, without the tester's
 * environment.
 */
export function openCliHarness(t: TestContext) {
  const started: Command[] = [];
  const folder = temporaryFolder(t, async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.allSettled(started.map(({ ended }) => ended));
  });
  const file = join(folder, 'pawstock.db');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const ownEnv = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    // In the process that tests share, `homedir()` ignores HOME, so XDG_CONFIG_HOME sets the folder
    // for settings.
    XDG_CONFIG_HOME: join(folder, '.config'),
    TMPDIR: temporary,
    DATABASE_URL: `sqlite:${file}`,
    NODE_COMPILE_CACHE: compileCache,
  };
  const start = (
    program: string,
    args: readonly string[],
    { env, input, killAfterMs, limits }: RunOptions = {},
  ): Command => {
    const limitsEnv = limits && { TEST_LIMITS: JSON.stringify(limits) };
    const command = startCommand(program, args, {
      cwd: repository,
      env: { ...ownEnv, ...env, ...limitsEnv },
      input,
    });
    if (killAfterMs !== undefined) setTimeout(() => command.child.kill('SIGKILL'), killAfterMs);
    started.push(command);
    return command;
  };
  const launch = (args: readonly string[], options: RunOptions = {}): Command => {
    const { node = process.execPath, installed, limits } = options;
    if (installed !== undefined) return start(installed, args, options);
    return start(node, [limits === undefined ? main : mainWithLimits, ...args], options);
  };
  const inStore = <T>(work: (store: Store) => Promise<T>): Promise<T> => inStoreAt(file, work);
  return {
    folder,
    /** The path of the store, which the first command creates. */
    file,
    /** The folder for the command's temporary files. */
    temporary,
    run: (args: readonly string[], options?: RunOptions) => launch(args, options).ended,
    /**
     * Runs a command in a process that all tests of a file share: ten times as fast, but without
     * standard input.
     */
    runShared: (args: readonly string[], { env }: Pick<RunOptions, 'env'> = {}) =>
      runInSharedProcess(args, { ...ownEnv, ...env }),
    /** Starts a service, and resolves when it is ready. It is killed when the test ends. */
    serve: (args: readonly string[] = [], options: RunOptions = {}) =>
      untilServing(launch(['serve', '--port', '0', ...args], options), options.until),
    /** Starts a command without waiting for its end. */
    launch,
    /** Starts a program other than `pawstock` without waiting for its end. */
    launchProgram: start,
    /** Runs a line of bash, for pipes and for the curl commands that Pawstock prints. */
    shell: (line: string) => start('bash', ['-c', line]).ended,
    /** Runs a program other than `pawstock` in the root of the checkout. */
    program: (program: string, args: readonly string[], options: RunOptions) =>
      start(program, args, options).ended,
    /** Opens the store for the duration of a callback. */
    inStore,
    stock: (pets: readonly Pet[]) => inStore((store) => addPets(store, pets)),
    stockWithKey: (...stock: [pets: readonly Pet[], options?: TestKeyOptions]) =>
      inStore((store) => stockWithKey(store, ...stock)),
    /**
     * Stores a new API key without running `pawstock keys create`, which would be slower. Returns
     * the secret.
     */
    createKey: (options?: TestKeyOptions) => inStore((store) => createKey(store, options)),
    levels: () => inStore(levelsIn),
    ledger: () => inStore(async (store) => store.entriesAfter(0, Number.MAX_SAFE_INTEGER)),
  };
}

/**
 * Starts a service within this process, and returns functions that run `pawstock` commands on it
 * over HTTP.
 */
export async function openRemoteCli(t: TestContext, pets: readonly Pet[]) {
  const cli = openCliHarness(t);
  const service = await startService(t, { pets, settings: { DATABASE_URL: `sqlite:${cli.file}` } });
  const env = {
    PAWSTOCK_URL: `${service.url}/v1`,
    PAWSTOCK_API_KEY: await cli.createKey({ name: 'till', scope: 'write' }),
  };
  return {
    cli,
    service,
    env,
    /** Runs a command line, whose words are separated by spaces, in the shared process. */
    pawstock: (line: string, more: Readonly<Record<string, string>> = {}) =>
      cli.runShared(line.split(' '), { env: { ...env, ...more } }),
    /**
     * Runs a command in a terminal of this width. Its standard output is what the terminal shows.
     */
    onTerminal: (line: string, columns: number) => {
      const command = `stty cols ${columns}; "${process.execPath}" bin/pawstock.js ${line}`;
      return cli.launchProgram('script', ['-qec', command, '/dev/null'], {
        env: { ...env, SHELL: '/bin/sh' },
      });
    },
  };
}

/**
 * Starts several service processes on one store. A killed service may come back on another port.
 */
export async function startInstances(cli: CliHarness, count: number, options: RunOptions = {}) {
  const servers = await Promise.all(Array.from({ length: count }, () => cli.serve([], options)));
  const urls = servers.map(({ url }) => url);
  return {
    /** The addresses of the running services. */
    urls,
    servers,
    /** Kills a service with SIGKILL. */
    kill: async (index: number) => {
      const server = servers[index] as ServiceProcess;
      if (urls.includes(server.url)) urls.splice(urls.indexOf(server.url), 1);
      await server.signal('SIGKILL');
    },
    /**
     * Starts a killed service again, or an additional one. Returns the milliseconds until it was
     * ready.
     */
    restart: async (index: number) => {
      const startedMs = Date.now();
      const server = await cli.serve([], options);
      servers[index] = server;
      urls.push(server.url);
      return Date.now() - startedMs;
    },
  };
}
