import { parseArgs } from 'node:util';
import { runBenchmark } from './cleanup.ts';
import { compare, type Samples } from './comparison.ts';
import { type Phase, requireTools } from './load.ts';
import { doesNotStart, measureServer, type Sample } from './measure.ts';
import { chosen, positive, secondsMax } from './options.ts';
import { phases, report } from './report.ts';
import { defaultResults, writeResult } from './results.ts';
import { pawstock, pawstockOnPostgres } from './servers/pawstock.ts';
import { bare, express, fastify, jsonServer } from './servers/peers.ts';
import type { ServerKind } from './servers/server.ts';
import { digits } from './table.ts';

/** What a request costs: Pawstock, the floor, and what a team would write first. */

const all = [bare, pawstock, pawstockOnPostgres, fastify, express, jsonServer];
const pets = 1_000;

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      'warm-up': { type: 'string', default: '2' },
      only: { type: 'string', default: all.map(({ id }) => id).join(',') },
      results: { type: 'string', default: defaultResults },
    },
  });
  requireTools('wrk');
  const options = {
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds, secondsMax),
    warmUpSeconds: positive('warm-up', values['warm-up'], secondsMax),
    pets,
  };
  const samples = await measureAll(chosen(all, values.only), options);
  const { text, markdown, chart } = report(compare(samples, bare), [...samples.keys()], options);
  process.stdout.write(text);
  writeResult(values.results, 'latest.md', markdown);
  writeResult(values.results, 'latest.svg', chart);
  const faults = [...samples.values()].flatMap((byPhase) => [...byPhase.values()].flat()).filter((s) => 'fault' in s);
  if (faults.some(({ fault }) => !fault.startsWith(doesNotStart))) process.exitCode = 1;
});

type Options = {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly pets: number;
};

/** Round by round over all servers: what else the machine does falls on all of them. */
async function measureAll(kinds: readonly ServerKind[], options: Options): Promise<Samples> {
  const samples = new Map(kinds.map((kind) => [kind, new Map(phases.map((phase): [Phase, Sample[]] => [phase, []]))]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const kind of kinds) {
      process.stderr.write(`round ${round} of ${options.rounds}: ${kind.name}\n`);
      await measureServer(kind, phases, options, (phase, sample) => {
        samples.get(kind)?.get(phase)?.push(sample);
        process.stderr.write(`  ${phase}: ${'micros' in sample ? `${digits(sample.micros)} µs` : sample.fault}\n`);
      });
    }
  }
  return samples;
}
