import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/app.ts';
import type { LedgerEntry } from '../../src/domain/ledger-entry.ts';
import type { Store } from '../../src/store/store.ts';
import { program } from './runtime.ts';
import { addPets, levelsIn, type Pet } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type Finished, type Running, running, type Watched, watch } from './watched-process.ts';

/** The command as its users run it: a process of its own, with nothing of the tester's environment. */

const repository = fileURLToPath(new URL('../..', import.meta.url));

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** The Node that runs the command, where it is to be another than the tests'. */
  readonly node?: string;
  /** A `pawstock` that is not the checkout's. */
  readonly installed?: string;
  /** Kills it so long after it was started. */
  readonly killAfterMs?: number;
  /** Whether a service must be ready before it counts as started, or only listen. */
  readonly until?: 'serving' | 'listening';
};

export type Server = {
  readonly url: string;
  readonly port: number;
  /** Of the process that was started: the launcher, where the Node is an older one. */
  readonly pid: number;
  readonly stdout: string;
  /** When it has ended, by itself or not. */
  readonly ended: Promise<Finished>;
  readonly signal: (signal: NodeJS.Signals) => Promise<Finished>;
  /** Whether what it writes to standard error is taken from the pipe, or fills it. */
  readonly readStderr: (reading: boolean) => void;
  /** What was taken from it so far. */
  readonly stderr: () => string;
  /** The status of a list request with this key, on a connection of its own. */
  readonly statusFor: (secret: string) => Promise<number>;
};

export type Shop = {
  readonly folder: string;
  /** The store's file; the first command makes it. */
  readonly file: string;
  /** Where the command makes its temporary files. */
  readonly temporary: string;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Finished>;
  /** Resolves when the service answers. It is ended with the test at the latest. */
  readonly serve: (args?: readonly string[], options?: RunOptions) => Promise<Server>;
  /** A command that goes on until it is told to stop. */
  readonly launch: (args: readonly string[], options?: RunOptions) => Running;
  /** Any other program that does. */
  readonly launchProgram: (program: string, args: readonly string[], options: RunOptions) => Running;
  /** A line of bash, for what only a shell can do: pipes, and the curl that we print. */
  readonly shell: (line: string) => Promise<Finished>;
  /** Any other program, from the root of the checkout. */
  readonly program: (program: string, args: readonly string[], options: RunOptions) => Promise<Finished>;
  /** A look into the store, or a change of it, beside the command and not by it. */
  readonly inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  /** Fills the store, in the same way. */
  readonly stock: (pets: readonly Pet[]) => Promise<void>;
  /** What the store holds, read in the same way. */
  readonly levels: () => ReturnType<typeof levelsIn>;
  readonly ledger: () => Promise<LedgerEntry[]>;
};

/** A folder with a store of its own, and the command working on it: that of this checkout, or of another at `root`. */
export function openShop(t: TestContext, root: string = repository): Shop {
  const started: Watched[] = [];
  const folder = temporaryFolder(t, async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.allSettled(started.map(({ ended }) => ended));
  });
  const file = join(folder, 'pawstock.db');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const shopEnv = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: temporary,
    DATABASE_URL: `sqlite:${file}`,
    // Halves the time that the many short processes need to start.
    NODE_COMPILE_CACHE: join(tmpdir(), 'pawstock-test-compile-cache'),
  };
  const start = (program: string, args: readonly string[], { env, input, killAfterMs }: RunOptions): Watched => {
    const watched = watch(spawn(program, args, { cwd: root, env: { ...shopEnv, ...env } }), input);
    if (killAfterMs !== undefined) setTimeout(() => watched.child.kill('SIGKILL'), killAfterMs);
    started.push(watched);
    return watched;
  };
  const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ engine: 'sqlite', file });
    return work(store).finally(() => store.close());
  };
  const pawstock = (args: readonly string[], options: RunOptions) => {
    const { node, installed } = options;
    if (installed !== undefined) return start(installed, args, options);
    const [command, ...first] = node === undefined ? program : ([node, 'bin/pawstock.js'] as const);
    return start(command, [...first, ...args], options);
  };
  return {
    folder,
    file,
    temporary,
    run: (args, options = {}) => pawstock(args, options).ended,
    serve: (args = [], options = {}) =>
      untilStarted(pawstock(['serve', '--port', '0', ...args], options), options.until ?? 'serving'),
    launch: (args, options = {}) => running(pawstock(args, options)),
    launchProgram: (program, args, options) => running(start(program, args, options)),
    shell: (line) => start('bash', ['-c', line], {}).ended,
    program: (program, args, options) => start(program, args, options).ended,
    stock: (pets) => inStore((store) => addPets(store, pets)),
    inStore,
    levels: () => inStore(levelsIn),
    ledger: () => inStore(async (store) => store.entriesAfter(0, Number.MAX_SAFE_INTEGER)),
  };
}

const started = {
  listening: /"address":"(?<url>[^"]+)".*"msg":"listening"/,
  serving: /"address":"(?<url>[^"]+)".*"msg":"serving"/,
};
const demoServing = /Address +(?<url>\S+).*Ctrl-C/s;

async function untilStarted({ child, output, ended, mustEnd }: Watched, state: keyof typeof started): Promise<Server> {
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = started[state].exec(output.stderr) ?? demoServing.exec(output.stdout);
      if (found?.groups?.['url'] !== undefined) resolve(found.groups['url']);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    ended.then(({ code, stderr }) => reject(new Error(`the service ended with ${code}: ${stderr}`)), reject);
  });
  mustEnd(false);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    stdout: output.stdout,
    ended,
    signal: (signal) => {
      child.kill(signal);
      mustEnd(true);
      return ended;
    },
    readStderr: (reading) => {
      if (reading) child.stderr?.resume();
      else child.stderr?.pause();
    },
    stderr: () => output.stderr,
    statusFor: async (secret) => {
      const headers = { authorization: `Bearer ${secret}`, connection: 'close' };
      const response = await fetch(`${url}/v1/inventory`, { headers });
      await response.arrayBuffer();
      return response.status;
    },
  };
}
