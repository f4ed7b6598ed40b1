import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './check.ts';
import { cpuMicros, residentBytes } from './cpu.ts';
import { Figures, type Options, type Report } from './figures.ts';
import { load } from './load.ts';
import { inTemporaryFolder } from './process.ts';
import { readLists } from './read-lists.ts';
import { bare, type Prepared, pawstock, type ServerKind } from './servers.ts';
import { firstQuantity } from './stock.ts';

/** Measures how the time and the memory of the servers grow with the number of pets. */
export async function measureGrowth({ kinds, rounds, seconds, sizes }: Options): Promise<Report> {
  const figures = new Figures();
  const measured = kinds.filter(({ id }) => ['bare', 'pawstock', 'beside'].includes(id));
  for (const pets of sizes) {
    const rowOf = (kind: ServerKind) => `${kind.name}, ${pets.toLocaleString('en-US')}`;
    await inTemporaryFolder(async (folder) => {
      const shops = new Map<ServerKind, Prepared>();
      for (const kind of measured) {
        const own = join(folder, kind.id);
        mkdirSync(own);
        const shop = await kind.prepare(own, pets);
        if (shop.importSeconds !== undefined)
          figures.add(rowOf(kind), 'import, s', shop.importSeconds);
        shops.set(kind, shop);
      }
      const counters = new Map(measured.map((kind) => [kind, { quantity: firstQuantity }]));
      for (let round = 1; round <= rounds; round++) {
        for (const [kind, shop] of shops) {
          const counter = counters.get(kind) ?? { quantity: firstQuantity };
          await measureSize(shop, {
            kind,
            pets,
            seconds,
            counter,
            add: (...values) => figures.add(rowOf(kind), ...values),
          });
        }
      }
    });
    const beside = measured.find(({ id }) => id === 'beside');
    if (beside !== undefined) {
      figures.addRatios(`Pawstock ÷ ${rowOf(beside)}`, rowOf(pawstock), rowOf(beside));
    }
  }
  return {
    title: 'What grows with the number of pets',
    table: figures.table(),
    about:
      'Start: from a new process to ready. Memory: resident after 100 lists, in MB. The other columns are CPU time of the server per request in µs; lists are read over 4 connections, those after a change over one, with the cost of the change.',
  };
}

type SizeOptions = {
  readonly kind: ServerKind;
  readonly pets: number;
  readonly seconds: number;
  /** The last quantity that a PATCH sent. Each PATCH sends the next higher quantity. */
  readonly counter: { quantity: number };
  readonly add: (column: string, value: number) => void;
};

async function measureSize(
  { start }: Prepared,
  { kind, pets, seconds, counter, add }: SizeOptions,
): Promise<void> {
  const startedMs = performance.now();
  const server = await start();
  const isPawstock = kind !== bare;
  try {
    if (isPawstock) {
      add('start, s', (performance.now() - startedMs) / 1_000);
      add('start, CPU s', cpuMicros(server.pid) / 1e6);
    }
    await readLists(server, { atLeast: 100, seconds: 0, connections: 1 });
    if (isPawstock) add('memory', residentBytes(server.pid) / 1e6);
    const cpuOf = async (work: () => Promise<number>) => {
      const before = cpuMicros(server.pid);
      const requests = await work();
      return (cpuMicros(server.pid) - before) / requests;
    };
    const lists = (terms: { gzip?: boolean; before?: () => Promise<void> }, connections: number) =>
      cpuOf(() => readLists(server, { atLeast: 20, seconds, connections, ...terms }));
    // Changes one pet. Successive calls change pets whose petIds are far apart.
    const change = async () => {
      counter.quantity += 1;
      const path = `/${1 + ((counter.quantity * 7919) % pets)}`;
      const { status } = await call(server, {
        method: 'PATCH',
        path,
        body: `{"quantity":${counter.quantity}}`,
      });
      if (status !== 200) throw new Error(`PATCH was answered with ${status}`);
    };
    add('list', await lists({}, 4));
    if (isPawstock) {
      add('list after a change', await lists({ before: change }, 1));
      await readLists(server, { atLeast: 1, seconds: 0, connections: 1, gzip: true });
      add('the same as gzip', await lists({ before: change, gzip: true }, 1));
    }
    for (const [column, phase] of [
      ['one item', 'item'],
      ['PATCH', 'patch'],
    ] as const) {
      const run = async (duration: number) => {
        const result = await load(server, {
          phase,
          pets,
          seconds: duration,
          firstQuantity: counter.quantity + 1,
        });
        counter.quantity += result.sent;
        return result.requests;
      };
      await run(Math.ceil(seconds / 2));
      add(column, await cpuOf(() => run(seconds)));
    }
  } finally {
    await server.stop();
  }
}
