import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Cluster,
  type ClusterNode,
  signalAll,
  startCluster,
  untilHealthy,
} from '../../deploy/patroni/cluster.ts';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import { Shoppers } from '../support/load/shoppers.ts';
import { inForm } from '../support/long-form.ts';
import {
  fillStore,
  type RecordedLoad,
  startRecordedLoad,
  summaryOf,
  violationsOf,
} from '../support/model/recorded-load.ts';
import { noPatroni } from '../support/patroni/packages.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';
import { addEndpoint, assertInOrder } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

/**
 * Runs three instances on the cluster of deploy/patroni under load, while its parts are killed,
 * frozen and switched over: `node test/runner/run.ts failover`. One fault of each kind takes four minutes; ten
 * of each (FAULTS=long) less than an hour.
 */

const instances = 3;
const { clients, shoppersCount } = inForm({
  short: { clients: 9, shoppersCount: 3 },
  long: { clients: 18, shoppersCount: 6 },
});
const rounds = inForm({ short: 1, long: 10 });

/** Each function injects a fault into the cluster, and resolves when the fault is repaired. */
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
  'etcd gone': async (cluster) => {
    const log = join(cluster.folder, `${(await leader(cluster)).name}.log`);
    const told = () => readFileSync(log, 'utf8').split('failsafe mode is enabled').length;
    const before = told();
    cluster.killEtcd();
    // The leader keeps its role although it cannot renew its lock in etcd.
    await until(() => told() > before);
    cluster.startEtcd();
  },
};

/** The environment variable FAULT selects one fault; without it, all run. */
const chosen = Object.entries(faults).filter(([event]) =>
  [undefined, event].includes(process.env['FAULT']),
);

async function freeze(cluster: Cluster, node: ClusterNode, pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGSTOP');
  await anotherLeader(cluster, node);
  signalAll(pids, 'SIGCONT');
}

async function anotherLeader(cluster: Cluster, than: ClusterNode): Promise<void> {
  await until(async () => (await leader(cluster)).name !== than.name);
}

async function leader({ members, nodes }: Cluster): Promise<ClusterNode> {
  let node: ClusterNode | undefined;
  await until(async () => {
    const name = (await members()).find(({ role }) => role === 'leader')?.name;
    node = nodes.find((each) => each.name === name);
    return node !== undefined;
  });
  return node as unknown as ClusterNode;
}

test('nothing is lost, doubled or stale while the database fails over, and webhooks skip nothing', {
  skip: noPatroni(),
}, async (t) => {
  const cluster = await startCluster();
  t.after(cluster.stop);
  const store = await openStore(checkDatabase(cluster.databaseUrl));
  t.after(() => store.close());
  const secret = await fillStore(store);
  const { seq: firstSeq } = await store.head();
  const receiver = await Receiver.start(t);
  receiver.secret = await addEndpoint(store, receiver.url, { events: ['changed'] });
  const cli = openCliHarness(t);
  const { urls, servers } = await startInstances(cli, instances, {
    env: { DATABASE_URL: cluster.databaseUrl },
  });
  const random = randomFor(t);
  const shoppers = new Shoppers(shoppersCount, { urls, secret, random });
  let [exits, stopping] = [0, false];
  for (const { ended } of servers) void ended.then(() => stopping || exits++);

  const faultsFound: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [event, strike] of chosen) {
      const name = `${event}-${round}`.replaceAll(' ', '-');
      const load = startRecordedLoad({
        urls,
        secret,
        clients,
        name,
        random: random.branch(round),
        pauseMs: 50,
      });
      await untilServing(cluster, load, urls);
      await strike(cluster);
      await untilServing(cluster, load, urls);
      await load.stop();
      const found = [...load.cutOff, ...(await violationsOf(load, store))];
      t.diagnostic(`${event}: ${found.length} faults, ${summaryOf(load)}`);
      faultsFound.push(...found);
    }
  }
  await shoppers.stop();
  stopping = true;
  assert.deepEqual(faultsFound.slice(0, 5), []);
  assert.equal(exits, 0);
  t.diagnostic(await shoppers.assertSales(store));
  const { seq } = await store.head();
  await receiver.untilAccepted(seq - firstSeq);
  assertInOrder(receiver.requests, firstSeq + 1, seq);
  assert.deepEqual(receiver.errors, []);
});

/** Waits until the cluster is healthy, and each instance has served a read and a write since. */
async function untilServing(
  cluster: Cluster,
  { successesMs }: RecordedLoad,
  urls: readonly string[],
): Promise<void> {
  await untilHealthy(cluster);
  const momentMs = performance.now();
  const places = urls.flatMap((url) => [`read ${url}`, `write ${url}`]);
  await until(
    () => places.every((place) => (successesMs.get(place) ?? 0) > momentMs),
    () => 'an instance does not recover',
  );
}
