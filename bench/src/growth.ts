import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkList } from './check.ts';
import { inTemporaryFolder, runBenchmark } from './cleanup.ts';
import { cpuMicros, residentBytes } from './cpu.ts';
import { growthReport } from './growth-report.ts';
import { load, type Phase, requireTools } from './load.ts';
import { positive, secondsMax } from './options.ts';
import { readLists } from './read-lists.ts';
import { defaultResults, writeResult } from './results.ts';
import { createShop, embeddedIn, launchService } from './servers/pawstock.ts';
import type { RunningServer } from './servers/server.ts';
import { untilAnswers } from './servers/until-answers.ts';
import { measureStartUp, type StartUp } from './start-up.ts';
import { firstQuantity } from './stock.ts';

/** What becomes of the times and of the memory when there are many more pets. */

export type Growth = StartUp & {
  readonly pets: number;
  readonly importSeconds: number;
  readonly residentBytes: number;
  readonly listMicros: number;
  readonly itemMicros: number;
  readonly patchMicros: number;
};

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,100000,1000000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      results: { type: 'string', default: defaultResults },
    },
  });
  requireTools('wrk');
  const seconds = positive('seconds', values.seconds, secondsMax);
  const rounds = positive('rounds', values.rounds);
  const growths: Growth[] = [];
  for (const size of values.sizes.split(',')) {
    const pets = positive('sizes', size, 1_000_000);
    process.stderr.write(`${pets.toLocaleString('en-US')} pets\n`);
    growths.push(await inTemporaryFolder((folder) => measureSize(folder, { pets, seconds, rounds })));
  }
  const { text, markdown, chart } = growthReport(growths, { seconds, rounds });
  process.stdout.write(text);
  writeResult(values.results, 'growth.md', markdown);
  writeResult(values.results, 'growth.svg', chart);
});

type Options = { readonly pets: number; readonly seconds: number; readonly rounds: number };

async function measureSize(folder: string, { pets, seconds, rounds }: Options): Promise<Growth> {
  const shop = await createShop(embeddedIn(folder), folder, pets);
  const startUp = await measureStartUp(shop, join(folder, 'pawstock.db'), pets, rounds);

  const { launched, list } = await launchService(shop);
  await launched.untilSays('"msg":"serving"', 300_000);
  await untilAnswers(launched, list, shop.key);
  const server = { pid: launched.pid, list, key: shop.key, stop: launched.kill };
  try {
    await readLists(server, { atLeast: 20, seconds: 0, connections: 1 });
    const resident = residentBytes(server.pid);
    const listMicros = await cpuOf(server, () => readLists(server, { atLeast: 20, seconds, connections: 4 }));
    const counter = { quantity: firstQuantity };
    const itemMicros = await measurePhase(server, { phase: 'item', pets, seconds, counter });
    const patchMicros = await measurePhase(server, { phase: 'patch', pets, seconds, counter });
    await checkList(server, pets, counter.quantity);
    const { importSeconds } = shop;
    return { pets, importSeconds, ...startUp, residentBytes: resident, listMicros, itemMicros, patchMicros };
  } finally {
    await server.stop();
  }
}

type PhaseOptions = {
  readonly phase: Phase;
  readonly pets: number;
  readonly seconds: number;
  /** The next quantity to send. */
  readonly counter: { quantity: number };
};

async function measurePhase(server: RunningServer, { counter, ...options }: PhaseOptions): Promise<number> {
  const run = async (seconds: number) => {
    const result = await load(server, { ...options, seconds, firstQuantity: counter.quantity });
    counter.quantity += result.sent;
    return result;
  };
  await run(Math.ceil(options.seconds / 2));
  return cpuOf(server, async () => (await run(options.seconds)).requests);
}

/** CPU time of the server for each of the requests that `work` counts. */
async function cpuOf(server: RunningServer, work: () => Promise<number>): Promise<number> {
  const before = cpuMicros(server.pid);
  const requests = await work();
  return (cpuMicros(server.pid) - before) / requests;
}
