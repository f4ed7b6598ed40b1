import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../src/store/store.ts';
import { type Breakage, brokenBuild } from '../support/faults/broken-build.ts';
import { percentile } from '../support/load/generator.ts';
import { inForm } from '../support/long-form.ts';
import { faultsOf, fillStore, startRecordedLoad, summaryOf } from '../support/model/recorded-load.ts';
import { crash, startOnPostgres } from '../support/postgres/instances.ts';
import { createPostgresServer } from '../support/postgres/server.ts';
import { type Random, randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { integrityOf } from '../support/store/file.ts';
import { until } from '../support/until.ts';

/** Each round is checked by itself: what is found is near to where it went wrong. */
const rounds = inForm({ short: 1, long: 25 });
const loadMs = inForm({ short: 0, long: 6_000 });
/** How long clients work before the next kill. */
const pauseMs = inForm({ short: { least: 100, most: 400 }, long: { least: 50, most: 1_000 } });
const onPostgres = inForm({ short: 2, long: 3 });
/** Half of the time at least; for the rest the machine may be busy with other things, as it is when all tests run. */
const backWithinMs = inForm({ short: 30_000, long: 2_000 });

const untilKill = (random: Random) => delay(pauseMs.least + random.below(pauseMs.most - pauseMs.least));

/** Fewer would say little, in all and after what is done to the service; a busy machine gets the time it needs. */
const operationsMin = { inAll: 200, after: 50 };

type Attacked = {
  /** Opens the store only for a look: a process that keeps it open would preserve what a crash destroys. */
  readonly inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  readonly urls: readonly string[];
  readonly secret: string;
  readonly random: Random;
  /** What is done to the service meanwhile, again and again. */
  readonly disturb?: (random: Random) => Promise<void>;
};

/** Lets clients loose on the service. Returns what is wrong with what they were told, or with the ledger. */
async function attack(t: TestContext, { inStore, urls, secret, random, disturb }: Attacked, round = 0) {
  const load = startRecordedLoad({ urls, secret, name: `r${round}`, random: random.branch(round) });
  const disturbing = random.branch(-1 - round);
  const endsAtMs = Date.now() + loadMs;
  do {
    await disturb?.(disturbing);
    const before = load.history.length;
    await until(() => load.history.length >= before + operationsMin.after);
  } while (Date.now() < endsAtMs || load.history.length < operationsMin.inAll);
  await load.stop();
  t.diagnostic(summaryOf(load));
  return inStore((store) => faultsOf(load, store));
}

async function attackInRounds(t: TestContext, attacked: Attacked, firstRound = 0): Promise<void> {
  for (let round = firstRound; round < firstRound + rounds; round++) {
    assert.deepEqual(await attack(t, attacked, round), []);
  }
}

test('linearizable: one process, then two on one file, killed at any moment, and again while they start', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.inStore(fillStore);
  const instances = await startInstances(cli, 1);
  const tookMs: number[] = [];
  const disturb = async (random: Random) => {
    await untilKill(random);
    const victim = random.below(instances.servers.length);
    await instances.kill(victim);
    // A start is when it repairs.
    if (random.below(4) === 0) await cli.serve([], { killAfterMs: 100 + random.below(500) }).catch(() => undefined);
    tookMs.push(await instances.restart(victim));
    assert.equal(integrityOf(cli.file), 'ok');
  };
  const attacked = { secret, random: randomFor(t), inStore: cli.inStore, urls: instances.urls, disturb };
  await attackInRounds(t, attacked);
  await instances.restart(1);
  await attackInRounds(t, attacked, rounds);
  const medianMs = percentile(tookMs, 0.5);
  t.diagnostic(`${tookMs.length} kills; serving again after ${medianMs} ms, at most ${percentile(tookMs, 1)} ms`);
  assert.ok(medianMs < backWithinMs, `${medianMs} ms`);
});

test(`linearizable: ${onPostgres} instances on PostgreSQL, they and it killed and restarted`, async (t) => {
  const server = await createPostgresServer();
  await server.start();
  const { instances, secret, inStore } = await startOnPostgres(t, server, { count: onPostgres, prepare: fillStore });
  t.after(server.remove);
  const disturb = async (random: Random) => {
    await untilKill(random);
    const victim = random.below(instances.servers.length);
    await instances.kill(victim);
    await instances.restart(victim);
    await untilKill(random);
    await crash(server);
  };
  await attackInRounds(t, { secret, random: randomFor(t), inStore, urls: instances.urls, disturb });
});

/** The same clients and the same checker must say no where a promise is broken. As many processes as it takes to show. */
const breakages: readonly (Breakage & { readonly processes: number })[] = [
  {
    name: 'stale read: nobody looks whether another process has written',
    file: 'src/inventory/inventory.ts',
    find: /(#catchUp\(\): [^;{]*\{)/,
    replace: '$1 if (this.#keyring.revision > 0) return;',
    processes: 2,
  },
  {
    name: 'lost update: a level is read once and remembered, though others write',
    file: 'src/sqlite/connection.ts',
    find: /statement\.all\(\.\.\.sqliteValues\(some\)\)/,
    replace: '((globalThis.levels ??= {})[text + some] ??= $&)',
    processes: 1,
  },
];

for (const { processes, ...breakage } of breakages) {
  test(`refused by the checker: ${breakage.name}`, async (t) => {
    const cli = openCliHarness(t, brokenBuild(t, breakage));
    const secret = await cli.inStore(fillStore);
    const { urls } = await startInstances(cli, processes);
    assert.notDeepEqual(await attack(t, { secret, random: randomFor(t), inStore: cli.inStore, urls }), []);
  });
}
