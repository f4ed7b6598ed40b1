import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inTemporaryFolder, runBenchmark } from './cleanup.ts';
import { cpuMicros } from './cpu.ts';
import { load, type Phase, requireTools } from './load.ts';
import { positive, secondsMax } from './options.ts';
import { run } from './process.ts';
import { defaultResults, writeResult } from './results.ts';
import { createShop, embeddedIn, repository, serve } from './servers/pawstock.ts';
import type { RunningServer } from './servers/server.ts';
import { createUncounted } from './servers/uncounted.ts';
import { firstQuantity } from './stock.ts';
import { digits, markdownTable, type Table, textTable } from './table.ts';
import { versions } from './versions.ts';

/** What figures and request lines cost: the same service with them and without, in turns of a second. */

const pets = 1_000;
const phases = { list: 'list of 1,000', patch: 'PATCH' } as const satisfies Partial<Record<Phase, string>>;
const phaseNames = Object.keys(phases) as (keyof typeof phases)[];

type Variant = { readonly name: string; readonly counts: boolean; readonly logs: boolean };

const full: Variant = { name: 'as it comes', counts: true, logs: true };
const variants: readonly Variant[] = [
  full,
  { name: 'without figures', counts: false, logs: true },
  { name: 'without request lines', counts: true, logs: false },
  { name: 'with neither', counts: false, logs: false },
];

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      turns: { type: 'string', default: '8' },
      seconds: { type: 'string', default: '1' },
      results: { type: 'string', default: defaultResults },
    },
  });
  requireTools('wrk');
  const rounds = positive('rounds', values.rounds);
  const turns = positive('turns', values.turns);
  const seconds = positive('seconds', values.seconds, secondsMax);
  const samples: Sample[] = [];
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`round ${round} of ${rounds}\n`);
    await inTemporaryFolder(async (folder) => {
      const services = await startAll(folder);
      for (const phase of phaseNames) samples.push(...(await takeTurns(services, phase, { turns, seconds })));
      for (const { server } of services) await server.stop();
    });
  }
  const tables = [servedTable(samples), await callsTable()];
  const [cores, node] = versions();
  const conditions = `64 connections, ${rounds} starts, ${turns} turns of ${seconds} s each. ${cores}, ${node}.`;
  process.stdout.write(`\n${tables.map(textTable).join('\n')}\n${conditions}\n`);
  const [served, calls] = tables.map(markdownTable);
  writeResult(
    values.results,
    'observing.md',
    `# What figures and request lines cost\n\nCPU time of the server a request, the lower quartile of all turns, and ` +
      `how much less that is without.\nRequest lines go to a file.\n\n${served}\n` +
      `The calls alone, in a loop of half a million, the least of five:\n\n${calls}\n${conditions}\n`,
  );
});

type Service = {
  readonly variant: Variant;
  readonly server: RunningServer;
  /** The next quantity to send. */
  readonly counter: { quantity: number };
};

/** All at once: those that are not asked sleep. */
async function startAll(folder: string): Promise<Service[]> {
  const uncounted = createUncounted(folder);
  const services: Service[] = [];
  for (const variant of variants) {
    const own = join(folder, `${services.length}`);
    mkdirSync(own);
    const shop = await createShop(embeddedIn(own), own, pets);
    const server = await serve(shop, {
      root: variant.counts ? repository : uncounted,
      logLevel: variant.logs ? 'info' : 'warn',
      under: ['sh', '-c', 'exec "$@" 2>"$0"', join(own, 'log')],
    });
    services.push({ variant, server, counter: { quantity: firstQuantity + 1 } });
  }
  return services;
}

type Sample = { readonly phase: Phase; readonly micros: ReadonlyMap<Variant, number> };

type Options = { readonly turns: number; readonly seconds: number };

/** Each turn begins with another variant: what else the machine does falls on all of them. */
async function takeTurns(services: readonly Service[], phase: Phase, { turns, seconds }: Options): Promise<Sample[]> {
  for (const service of services) await microsOf(service, phase, 2);
  const samples: Sample[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const micros = new Map<Variant, number>();
    const first = turn % services.length;
    for (const service of [...services.slice(first), ...services.slice(0, first)])
      micros.set(service.variant, await microsOf(service, phase, seconds));
    samples.push({ phase, micros });
  }
  return samples;
}

async function microsOf({ server, counter }: Service, phase: Phase, seconds: number): Promise<number> {
  const before = cpuMicros(server.pid);
  const { requests, sent } = await load(server, { phase, seconds, pets, firstQuantity: counter.quantity });
  // The last lines are written, and what was under way has ended.
  await delay(300);
  counter.quantity += sent;
  return (cpuMicros(server.pid) - before) / requests;
}

function servedTable(samples: readonly Sample[]): Table {
  const cells = (variant: Variant, phase: Phase) => {
    const turns = samples.filter((sample) => sample.phase === phase);
    const of = (which: Variant) => lowerQuartile(turns.map(({ micros }) => micros.get(which) ?? Number.NaN));
    const value = `${digits(of(variant))} µs`;
    return variant === full ? [value, ''] : [value, `${((1 - of(variant) / of(full)) * 100).toFixed(1)} %`];
  };
  const head = ['', ...phaseNames.flatMap((phase) => [phases[phase], 'less by'])];
  return [head, ...variants.map((variant) => [variant.name, ...phaseNames.flatMap((phase) => cells(variant, phase))])];
}

/** What else the machine does only ever adds to a turn, so the better ones are nearer to the truth. */
function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] ?? Number.NaN;
}

async function callsTable(): Promise<Table> {
  const script = fileURLToPath(new URL('observing-calls.ts', import.meta.url));
  return inTemporaryFolder(async (folder) => {
    const command = ['sh', '-c', 'exec "$@" 2>"$0"', join(folder, 'log'), process.execPath, script];
    const { none, ...calls } = JSON.parse(await run(command)) as { none: number; [name: string]: number };
    const names: Record<string, string> = {
      clock: 'two looks at the clock',
      count: 'counting a request',
      line: 'a request line, to a file',
    };
    const rows = Object.entries(calls).map(([name, micros]) => [names[name] ?? name, `${digits(micros - none)} µs`]);
    return [['', 'CPU time'], ...rows];
  });
}
