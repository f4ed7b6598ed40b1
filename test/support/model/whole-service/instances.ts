import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../../../src/engines.ts';
import { checkDatabase, type RawSettings } from '../../../../src/settings.ts';
import { startCommand } from '../../service/child-process.ts';
import { repository } from '../../service/runtime.ts';
import { createClock } from '../../store/clock.ts';
import { testEngine } from '../../store/engines.ts';
import { startInstance } from './instance.ts';

/** Starts several instances of the service on one store, with a clock that the test sets. */

type Instance = {
  readonly port: number;
  readonly stop: () => Promise<unknown>;
  readonly kill?: () => Promise<unknown>;
};

export type Instances = Awaited<ReturnType<typeof startModelInstances>>;

type Options = { readonly count: number; readonly clockMs: number; readonly areProcesses: boolean };

export async function startModelInstances({ count, clockMs, areProcesses }: Options) {
  const database = await testEngine.create();
  const clock = await createClock(database.url, clockMs);
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-model-'));
  const clockFile = join(folder, 'clock');
  // Replaces the whole file that holds the simulated time, so that no service process reads an
  // incomplete time.
  const writeClock = (ms: number) => {
    writeFileSync(`${clockFile}-next`, `${ms}`);
    renameSync(`${clockFile}-next`, clockFile);
  };
  writeClock(clockMs);
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    TIME_ZONE: 'UTC',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    DATABASE_URL: clock.url,
  };
  const start = (): Promise<Instance> =>
    areProcesses ? startProcess(settings, clockFile) : startInstance(settings, clock.now);
  const store = await openStore(checkDatabase(clock.url));
  const instances = await Promise.all(Array.from({ length: count }, start));
  const ports = instances.map(({ port }) => port);
  const replace = async (index: number, end: (instance: Instance) => Promise<unknown>) => {
    await end(instances[index] as Instance);
    const next = await start();
    instances[index] = next;
    ports[index] = next.port;
  };
  return {
    ports,
    /** The test's own connection to the store that the instances share. */
    store,
    setClock: async (ms: number) => {
      if (areProcesses) writeClock(ms);
      await clock.set(ms);
    },
    restart: (index: number) => replace(index, ({ stop }) => stop()),
    /** Kills an instance, and starts it again. */
    kill: (index: number) =>
      replace(index, async ({ kill }) => {
        await kill?.();
        // A killed instance's lease for sending webhook messages would expire only with time, so
        // the test ends it.
        await store.takeWebhookLease((await store.webhooks()).lease, '');
      }),
    close: async () => {
      await Promise.all(instances.map(({ kill, stop }) => (kill ?? stop)()));
      for (const part of [store, clock]) await part.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const program = fileURLToPath(new URL('instance-process.ts', import.meta.url));

async function startProcess(settings: RawSettings, clockFile: string): Promise<Instance> {
  const env = { PATH: process.env['PATH'], ...settings, CLOCK_FILE: clockFile };
  const { until, signal } = startCommand(process.execPath, [program], { cwd: repository, env });
  const { port } = await until('stdout', /port (?<port>\d+)/);
  return { port: Number(port), stop: () => signal('SIGTERM'), kill: () => signal('SIGKILL') };
}
