import { openStore } from '../../../../src/engines.ts';
import { checkDatabase } from '../../../../src/settings.ts';
import { createClock } from '../../store/clock.ts';
import { testEngine } from '../../store/engines.ts';
import { startInstance } from './instance.ts';

export type Instances = Awaited<ReturnType<typeof startModelInstances>>;

type Options = { readonly count: number; readonly clockMs: number };

/** Starts several instances of the service on one store, with a clock that the test sets. */
export async function startModelInstances({ count, clockMs }: Options) {
  const database = await testEngine.create();
  const clock = await createClock(database.url, clockMs);
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    TIME_ZONE: 'UTC',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    DATABASE_URL: clock.url,
  };
  const start = () => startInstance(settings, clock.now);
  const store = await openStore(checkDatabase(clock.url));
  const instances = await Promise.all(Array.from({ length: count }, start));
  const ports = instances.map(({ port }) => port);
  return {
    ports,
    /** The test's own connection to the store that the instances share. */
    store,
    setClock: (ms: number) => clock.set(ms),
    restart: async (index: number) => {
      await instances[index]?.stop();
      const next = await start();
      instances[index] = next;
      ports[index] = next.port;
    },
    close: async () => {
      await Promise.all(instances.map((instance) => instance.stop()));
      for (const part of [store, clock]) await part.close();
      await database.drop();
    },
  };
}
