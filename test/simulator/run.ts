import { randomInt } from 'node:crypto';
import { runWorlds } from '../support/simulator/run-worlds.ts';

/**
 * Runs the simulator by hand, with progress: `SEED=7 STEPS=1000000 node test/simulator/run.ts`.
 * Without SEED the worlds are new ones.
 */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const steps = Number(process.env['STEPS'] ?? 1_000_000);
const shrinkMs = Number(process.env['SHRINK_MS'] ?? 60_000);
const startedMs = performance.now();

process.stderr.write(`SEED=${seed}\n`);
const cpuSeconds = () => (process.cpuUsage().user / 1e6).toFixed(1);
let stepsBefore = 0;
process.once('exit', (code) => {
  if (code !== 0)
    process.stderr.write(`failed after ${stepsBefore} steps, ${cpuSeconds()} s of CPU time\n`);
});
const totals = await runWorlds({
  seed,
  steps,
  shrinkMs,
  onRun: ({ counts }, stepsDone) => {
    stepsBefore = stepsDone;
    const perSecond = Math.round((stepsDone / (performance.now() - startedMs)) * 1000);
    process.stderr.write(
      `${stepsDone} steps, ${perSecond} a second; ${counts.requests} requests\n`,
    );
  },
});
process.stdout.write(`${totals}\n`);
