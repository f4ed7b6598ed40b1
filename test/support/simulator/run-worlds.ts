import { createHash } from 'node:crypto';
import { describeFailure, type Run, runWorld } from './run-world.ts';

type Options = {
  readonly seed: number;
  readonly steps: number;
  /** For how long a failing run is shortened. */
  readonly shrinkMs?: number;
  readonly onRun?: (run: Run, stepsDone: number) => void;
};

/** A world ends after so many steps: a new one has other limits, and a short ledger again. */
const stepsOfOne = 20_000;

/**
 * Runs one world after the other, each with a seed of its own, until so many steps were made. Throws
 * a description of the first failure. Resolves to what happened in all of them together, with a
 * digest of it.
 */
export async function runWorlds({ seed, steps, shrinkMs, onRun }: Options): Promise<string> {
  const totals = new Map<string, number>();
  const digest = createHash('sha256');
  let stepsDone = 0;
  for (let index = 0; stepsDone < steps; index++) {
    const options = { seed: seed + index, steps: Math.min(stepsOfOne, steps) };
    const run = await runWorld(options);
    if (run.failure !== undefined) throw new Error(await describeFailure(options, shrinkMs));
    stepsDone += run.counts.steps;
    for (const [name, count] of [...Object.entries(run.counts), ...run.faults])
      totals.set(name, (totals.get(name) ?? 0) + count);
    digest.update(run.digest);
    onRun?.(run, stepsDone);
  }
  const counts = [...totals].map(([name, count]) => `${name}: ${count}`).join(', ');
  return `${counts}, digest: ${digest.digest('hex').slice(0, 16)}`;
}
