import { Agent } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { call, checkList } from './check.ts';
import { inTemporaryFolder, runBenchmark } from './cleanup.ts';
import { cpuMicros, residentBytes } from './cpu.ts';
import { growthReport } from './growth-report.ts';
import { load, type Phase, requireTools } from './load.ts';
import { positive, secondsMax } from './options.ts';
import { readLists } from './read-lists.ts';
import { defaultResults, writeResult } from './results.ts';
import { createShop, embeddedIn, launchService, type Shop } from './servers/pawstock.ts';
import { bare } from './servers/peers.ts';
import type { RunningServer } from './servers/server.ts';
import { untilAnswers } from './servers/until-answers.ts';
import { measureStartUp, type StartUp } from './start-up.ts';
import { firstQuantity, stockOf } from './stock.ts';

/** What becomes of the times and of the memory when there are many more pets. */

export type Growth = StartUp & {
  readonly pets: number;
  readonly importSeconds: number;
  /** After a hundred lists. */
  readonly residentBytes: number;
  readonly listMicros: number;
  /** A list after one pet has changed, and the change. */
  readonly changedListMicros: number;
  /** The same compressed. */
  readonly changedGzipMicros: number;
  readonly itemMicros: number;
  readonly patchMicros: number;
};

/** What the same bytes cost a server that has them ready in one piece. */
export type Floor = {
  readonly pets: number;
  readonly listMicros: number;
  /** To one reader at a time. */
  readonly singleMicros: number;
  readonly gzipMicros: number;
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
  const floors: Floor[] = [];
  for (const size of values.sizes.split(',')) {
    const pets = positive('sizes', size, 1_000_000);
    process.stderr.write(`${pets.toLocaleString('en-US')} pets\n`);
    floors.push(await inTemporaryFolder((folder) => measureFloor(folder, pets, seconds)));
    await inTemporaryFolder(async (folder) => {
      const shop = await createShop(embeddedIn(folder), folder, pets);
      const counter = { quantity: firstQuantity };
      growths.push(await measureSize(shop, { folder, pets, seconds, rounds, counter }));
    });
  }
  const { text, markdown, chart } = growthReport(growths, floors, { seconds, rounds });
  process.stdout.write(text);
  writeResult(values.results, 'growth.md', markdown);
  writeResult(values.results, 'growth.svg', chart);
});

async function measureFloor(folder: string, pets: number, seconds: number): Promise<Floor> {
  const server = await bare.start(folder, { pets });
  try {
    await readLists(server, { atLeast: 20, seconds: 1, connections: 4 });
    const listMicros = await cpuOf(server, () => readLists(server, { atLeast: 20, seconds, connections: 4 }));
    const singleMicros = await cpuOf(server, () => readLists(server, { atLeast: 20, seconds, connections: 1 }));
    return { pets, listMicros, singleMicros, gzipMicros: gzipMicrosOf(pets) };
  } finally {
    await server.stop();
  }
}

function gzipMicrosOf(pets: number): number {
  const bytes = Buffer.from(JSON.stringify(stockOf(pets)));
  const times = Math.max(1, Math.round(2e7 / bytes.length));
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) gzipSync(bytes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

type Options = {
  readonly folder: string;
  readonly pets: number;
  readonly seconds: number;
  readonly rounds: number;
  /** The last quantity that was sent to the store. */
  readonly counter: { quantity: number };
};

async function measureSize(shop: Shop, options: Options): Promise<Growth> {
  const { folder, pets, seconds, rounds, counter } = options;
  const startUp = await measureStartUp(shop, { file: join(folder, 'pawstock.db'), pets, rounds });
  const { launched, list } = await launchService(shop);
  await launched.untilSays('"msg":"serving"', 300_000);
  await untilAnswers(launched, list, shop.key);
  const server = { pid: launched.pid, list, key: shop.key, stop: launched.kill };
  const agent = new Agent({ keepAlive: true });
  // Every time another pet, far from the one before.
  const change = async () => {
    counter.quantity += 1;
    const petId = 1 + ((counter.quantity * 7919) % pets);
    const body = JSON.stringify({ quantity: counter.quantity });
    const { status } = await call(server, { method: 'PATCH', path: `/${petId}`, body, agent });
    if (status !== 200) throw new Error(`PATCH was answered with ${status}`);
  };
  try {
    await readLists(server, { atLeast: 100, seconds: 0, connections: 1 });
    const resident = residentBytes(server.pid);
    const lists = (terms: { gzip?: boolean; before?: () => Promise<void> }, connections: number) =>
      cpuOf(server, () => readLists(server, { atLeast: 20, seconds, connections, ...terms }));
    const listMicros = await lists({}, 4);
    const changedListMicros = await lists({ before: change }, 1);
    await readLists(server, { atLeast: 1, seconds: 0, connections: 1, gzip: true });
    const changedGzipMicros = await lists({ before: change, gzip: true }, 1);
    counter.quantity += 1;
    const itemMicros = await measurePhase(server, { phase: 'item', pets, seconds, counter });
    const patchMicros = await measurePhase(server, { phase: 'patch', pets, seconds, counter });
    await checkList(server, pets, counter.quantity);
    const { importSeconds } = shop;
    return {
      ...{ pets, importSeconds, ...startUp, residentBytes: resident },
      ...{ listMicros, changedListMicros, changedGzipMicros, itemMicros, patchMicros },
    };
  } finally {
    agent.destroy();
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
