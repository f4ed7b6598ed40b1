import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, type ClusterNode, signalAll, startCluster, untilHealthy } from '../../deploy/patroni/cluster.ts';
import type { LedgerEntry } from '../../src/domain/ledger-entry.ts';
import { openStore } from '../../src/engines.ts';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { FailoverLoad, ownPet, sharedPets, type Tally } from '../support/load/failover.ts';
import { percentile } from '../support/load/generator.ts';
import { Shoppers } from '../support/load/shoppers.ts';
import { inForm } from '../support/long-form.ts';
import { providePackages } from '../support/patroni/packages.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';

/**
 * Three instances on the cluster of deploy/patroni, under load, while parts of it are killed, frozen and switched over:
 * `npm run test:failover`. One fault of each kind takes four minutes; ten of each (FAULTS=long) less than an hour.
 */

const instances = 3;
const clientsOfEachKind = 6;
/** Longer than Patroni's `ttl`, so that another node takes over meanwhile. */
const frozenMs = inForm({ short: 25_000, long: 40_000 });
/** So many that shoppers are both served and refused during the faults. */
const [hamster, hamsters] = [1_000n, 3_000 * inForm({ short: 1, long: 10 })];
const rounds = inForm({ short: 1, long: 10 });

/** Each ends when what it has done to the cluster is undone. */
const faults: Readonly<Record<string, (cluster: Cluster) => Promise<void>>> = {
  switchover: async (cluster) => {
    const { name } = await leader(cluster);
    while ((await leader(cluster)).name === name) await cluster.switchOver();
  },
  'postmaster killed': async (cluster) => {
    signalAll((await leader(cluster)).postgresPids().slice(0, 1), 'SIGKILL');
  },
  'node killed': async (cluster) => {
    const node = await leader(cluster);
    signalAll([node.patroniPid(), ...node.postgresPids()], 'SIGKILL');
    await anotherLeader(cluster, node);
    node.start();
  },
  'PostgreSQL frozen': async (cluster) => {
    const node = await leader(cluster);
    await freeze(cluster, node, node.postgresPids());
  },
  'Patroni frozen': async (cluster) => {
    const node = await leader(cluster);
    await freeze(cluster, node, [node.patroniPid()]);
  },
  'etcd gone': async ({ killEtcd, startEtcd }) => {
    killEtcd();
    await delay(frozenMs);
    startEtcd();
  },
};

/** FAULT names one of them; else all. */
const chosen = Object.entries(faults).filter(([event]) => [undefined, event].includes(process.env['FAULT']));

async function freeze(cluster: Cluster, node: ClusterNode, pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGSTOP');
  await Promise.all([delay(frozenMs), anotherLeader(cluster, node)]);
  signalAll(pids, 'SIGCONT');
}

async function anotherLeader(cluster: Cluster, than: ClusterNode): Promise<void> {
  while ((await leader(cluster)).name === than.name) await delay(500);
}

async function leader({ members, nodes }: Cluster): Promise<ClusterNode> {
  for (;;) {
    const name = (await members()).find(({ role }) => role === 'leader')?.name;
    const node = nodes.find((each) => each.name === name);
    if (node !== undefined) return node;
    await delay(500);
  }
}

test('nothing is lost, doubled or stale while the database fails over', { skip: providePackages() }, async (t) => {
  const cluster = await startCluster();
  t.after(cluster.stop);
  const store = await openStore(checkDatabase(cluster.databaseUrl));
  t.after(() => store.close());
  const petIds = Array.from({ length: clientsOfEachKind }, (_, index) => ownPet(index));
  petIds.push(...Array.from({ length: sharedPets }, (_, petId) => petId));
  await addPets(
    store,
    petIds.map((petId) => ({ petId: BigInt(petId), quantity: 0 })),
  );
  await addPets(store, [{ petId: hamster, quantity: hamsters }]);
  const secret = await createKey(store);
  const cli = openCliHarness(t);
  const { urls, servers } = await startInstances(cli, instances, { env: { DATABASE_URL: cluster.databaseUrl } });
  const load = new FailoverLoad({ urls, secret, clientsOfEachKind });
  const shoppers = new Shoppers(clientsOfEachKind, { urls, secret, petId: hamster, random: randomFor(t) });
  let stopping = false;
  for (const { ended } of servers) void ended.then(() => stopping || load.tally.exits++);

  for (let round = 0; round < rounds; round++) {
    for (const [event, strike] of chosen) {
      await untilServing(cluster, load);
      const tally = load.begin(event);
      await strike(cluster);
      await untilServing(cluster, load);
      console.log(`${new Date().toISOString()} ${table([tally]).split('\n').at(-1)}`);
    }
  }
  await load.stop();
  await shoppers.stop();
  stopping = true;

  await load.compare(entriesIn(store));
  console.log(table(load.tallies));
  const faulty = load.tallies.flatMap(({ event, lost, doubled, stale, unexpected, exits }) =>
    [lost, doubled, stale, unexpected].some(({ length }) => length > 0) || exits > 0
      ? [{ event, exits, ...Object.fromEntries(Object.entries({ lost, doubled, stale, unexpected }).map(firstFew)) }]
      : [],
  );
  assert.deepEqual(faulty, []);
  assert.deepEqual((await verify(store, () => undefined)).differences, []);
  console.log(await shoppers.assertSales(store, hamsters));
});

/** Waits, however slow the machine, until the cluster is whole and each instance has succeeded again. */
async function untilServing(cluster: Cluster, load: FailoverLoad): Promise<void> {
  await untilHealthy(cluster);
  const momentMs = performance.now();
  while (!load.succeededSince(momentMs)) {
    assert.ok(performance.now() - momentMs < 300_000, 'an instance does not recover');
    await delay(100);
  }
}

async function* entriesIn(store: Store): AsyncGenerator<LedgerEntry> {
  for (let seq = 0; ; ) {
    const entries = await store.entriesAfter(seq, 5_000);
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined) return;
    seq = last.seq;
  }
}

const firstFew = ([name, values]: [string, readonly string[]]) => [name, [values.length, ...values.slice(0, 5)]];

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** A row for each kind of fault: outages as median and longest, the rest added up. */
function table(tallies: readonly Tally[]): string {
  const rows = Object.entries(Object.groupBy(tallies, ({ event }) => event)).map(([event, of = []]) => {
    const times = (figure: (tally: Tally) => number) => {
      const values = of.map(figure);
      const ends = [percentile(values, 0.5), Math.max(...values)].map(seconds);
      return [...new Set(ends)].join(' to ');
    };
    const sum = (figure: (tally: Tally) => number) => of.reduce((total, tally) => total + figure(tally), 0);
    return {
      event,
      times: of.length,
      'reads out (s)': times(({ readOutageMs }) => readOutageMs),
      'writes out (s)': times(({ writeOutageMs }) => writeOutageMs),
      'slowest response (s)': times(({ slowestMs }) => slowestMs),
      acknowledged: sum(({ acknowledged }) => acknowledged),
      'levels read': sum(({ reads }) => reads),
      'refused (503)': sum(({ refused }) => refused),
      lost: sum(({ lost }) => lost.length),
      doubled: sum(({ doubled }) => doubled.length),
      stale: sum(({ stale }) => stale.length),
      unexpected: sum(({ unexpected }) => unexpected.length),
      exits: sum(({ exits }) => exits),
    };
  });
  const titles = Object.keys(rows[0] ?? {});
  const lines = [titles, titles.map(() => '---'), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
