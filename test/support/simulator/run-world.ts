import type { FaultKind } from './faults.ts';
import { type Counts, World, type WorldOptions } from './world.ts';

export type RunOptions = WorldOptions & { readonly steps: number };

/** What became of a world. */
export type Run = {
  readonly counts: Counts;
  readonly faults: ReadonlyMap<FaultKind, number>;
  /** The same for every run of the same options. */
  readonly digest: string;
  readonly failure?: Failure;
};

type Failure = {
  readonly error: unknown;
  /** What clients and misfortune did before, by the names with which they can be left out. */
  readonly actions: readonly string[];
  readonly latest: readonly string[];
};

export async function runWorld({ steps, ...options }: RunOptions): Promise<Run> {
  const world = await World.create(options);
  try {
    const failure = await failureIn(world, steps);
    const { counts, faults, scheduler } = world;
    const run = { counts, faults: faults.counts, digest: scheduler.digest() };
    return failure === undefined ? run : { ...run, failure };
  } finally {
    world.close();
  }
}

async function failureIn(world: World, steps: number): Promise<Failure | undefined> {
  try {
    await world.run(steps);
    await world.finish();
    return undefined;
  } catch (error) {
    return { error, actions: world.actions, latest: world.scheduler.latest };
  }
}

/** What a failure is about, without the values, to tell it from another one. */
function kindOf({ error }: Failure): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\{.*\}|\d+/gs, '');
}

/**
 * Shortens a failing run by leaving out actions as long as it fails in the same way. Returns the
 * options of the shortest run that was found within the time limit.
 */
async function shrink(failing: RunOptions, timeLimitMs: number): Promise<RunOptions> {
  const endMs = performance.now() + timeLimitMs;
  let shortest = failing;
  let { failure } = await runWorld(shortest);
  let size = failure?.actions.length ?? 0;
  while (failure !== undefined && size >= 1) {
    let isShorter = false;
    for (let from = 0; from < failure.actions.length; from += size) {
      if (performance.now() > endMs) return shortest;
      const skipped = new Set(shortest.skipped);
      for (const action of failure.actions.slice(from, from + size)) skipped.add(action);
      const candidate = { ...shortest, skipped };
      const { failure: same } = await runWorld(candidate);
      if (same === undefined || kindOf(same) !== kindOf(failure)) continue;
      shortest = candidate;
      failure = same;
      isShorter = true;
    }
    if (!isShorter) size = Math.floor(size / 2);
  }
  return shortest;
}

/** Describes a failing run: how to repeat it, and what happened last in its shortened form. */
export async function describeFailure(failing: RunOptions, timeLimitMs = 20_000): Promise<string> {
  const shortest = await shrink(failing, timeLimitMs);
  const { failure, counts } = await runWorld(shortest);
  const { error, actions = [], latest = [] } = failure ?? {};
  const skipped = shortest.skipped?.size ?? 0;
  return [
    `SEED=${failing.seed} STEPS=${failing.steps} node test/simulator/run.ts repeats this:`,
    ...latest.slice(-60).map((line) => `  ${line.slice(0, 240)}`),
    `after ${counts.steps} steps, with these actions, and without ${skipped} others: ${actions.join(' ')}`,
    error instanceof Error ? error.message : String(error),
  ].join('\n');
}
