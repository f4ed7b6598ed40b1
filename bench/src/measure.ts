import { setTimeout as delay } from 'node:timers/promises';
import { call, checkFresh, checkLevels, checkList } from './check.ts';
import { inTemporaryFolder } from './cleanup.ts';
import { cpuMicros, treeCpuMicros } from './cpu.ts';
import { load, type Phase } from './load.ts';
import type { RunningServer, ServerKind } from './servers/server.ts';
import { firstQuantity } from './stock.ts';

/** What a request of one phase cost in one round, or why that cannot be said. */
export type Sample =
  | {
      readonly micros: number;
      /** What the database server spent beside it. */
      readonly databaseMicros: number | undefined;
      /** Asked whether the list had changed, it sent the whole list. */
      readonly sentAnyway: boolean;
    }
  | { readonly fault: string };

type Options = { readonly pets: number; readonly seconds: number; readonly warmUpSeconds: number };

/** How the fault of a server begins that cannot be measured here: a gap in the table, and nothing that went wrong. */
export const doesNotStart = 'does not start';

/** One round of one server: started with a new store, measured phase by phase, and ended. */
export async function measureServer(
  kind: ServerKind,
  phases: readonly Phase[],
  options: Options,
  onSample: (phase: Phase, sample: Sample) => void,
): Promise<void> {
  const failAll = (fault: string) => {
    for (const phase of phases) onSample(phase, { fault });
  };
  await inTemporaryFolder(async (folder) => {
    const server = await kind.start(folder, options).catch(reasonOf);
    if (typeof server === 'string') return failAll(`${doesNotStart}: ${server}`);
    try {
      const wrong = await checkFresh(kind, server, options.pets).catch(reasonOf);
      if (wrong !== undefined) return failAll(wrong);
      const counter = { quantity: firstQuantity + 1 };
      for (const phase of phases) {
        const measured = measurePhase({ kind, server, phase, counter, ...options });
        onSample(phase, await measured.catch((error: unknown): Sample => ({ fault: reasonOf(error) })));
      }
    } finally {
      await server.stop();
    }
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const settleMs = 500;

type Measurement = Options & {
  readonly kind: ServerKind;
  readonly server: RunningServer;
  readonly phase: Phase;
  /** The next quantity to send. */
  readonly counter: { quantity: number };
};

async function measurePhase(measurement: Measurement): Promise<Sample> {
  const { kind, server, phase, counter, pets } = measurement;
  const etag = (await call(server)).etag ?? '"none"';
  const unchanged = await call(server, { headers: { 'if-none-match': etag } });
  const runFor = async (seconds: number) => {
    const result = await load(server, { phase, seconds, pets, etag, firstQuantity: counter.quantity });
    counter.quantity += result.sent;
    return result;
  };
  await runFor(measurement.warmUpSeconds);
  // What was under way when the warm-up ended is not to be counted, nor to come after what is sent next.
  await delay(settleMs);
  const before = { own: cpuMicros(server.pid), database: databaseMicros(server) };
  const result = await runFor(measurement.seconds);
  const after = { own: cpuMicros(server.pid), database: databaseMicros(server) };
  if (kind.stores && phase === 'patch') await checkLevels(server, result, counter.quantity);
  if (kind.stores && phase === 'mixed') await checkList(server, pets, counter.quantity);
  return {
    micros: (after.own - before.own) / result.requests,
    databaseMicros: server.databasePid === undefined ? undefined : (after.database - before.database) / result.requests,
    sentAnyway: phase === 'unchanged' && unchanged.status !== 304,
  };
}

function databaseMicros(server: RunningServer): number {
  return server.databasePid === undefined ? 0 : treeCpuMicros(server.databasePid);
}
