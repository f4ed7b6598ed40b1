import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { inForm } from '../support/long-form.ts';
import { type Attack, attack, fillStore } from '../support/model/recorded-attack.ts';
import { crash, startOnPostgres } from '../support/postgres/instances.ts';
import { createPostgresServer } from '../support/postgres/server.ts';
import { type Random, randomFor } from '../support/random.ts';
import { type Instances, openCliHarness, startInstances } from '../support/service/cli-harness.ts';

/** Each round is checked by itself: what is found is near to where it went wrong. */
const rounds = inForm({ short: 1, long: 10 });
const loadMs = inForm({ short: 0, long: 6_000 });
/** How long clients work before the next kill. */
const pauseMs = inForm({ short: { least: 100, most: 400 }, long: { least: 300, most: 1_000 } });
const onPostgres = inForm({ short: 2, long: 3 });

const untilKill = (random: Random) => delay(pauseMs.least + random.below(pauseMs.most - pauseMs.least));

async function killOne(instances: Instances, random: Random): Promise<void> {
  await untilKill(random);
  const victim = random.below(instances.servers.length);
  await instances.kill(victim);
  await instances.restart(victim);
}

type Attacked = Pick<Attack, 'inStore' | 'urls' | 'disturb'> & { readonly secret: string; readonly random: Random };

async function attackInRounds(
  t: TestContext,
  { secret, random, ...attacked }: Attacked,
  firstRound = 0,
): Promise<void> {
  for (let round = firstRound; round < firstRound + rounds; round++) {
    assert.deepEqual(await attack(t, secret, { ...attacked, loadMs, round, random: random.branch(round) }), []);
  }
}

test('linearizable: one process, then two on one file, killed and restarted', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.inStore(fillStore);
  const instances = await startInstances(cli, 1);
  const disturb = (random: Random) => killOne(instances, random);
  const attacked = { secret, random: randomFor(t), inStore: cli.inStore, urls: instances.urls, disturb };
  await attackInRounds(t, attacked);
  await instances.restart(1);
  await attackInRounds(t, attacked, rounds);
});

test(`linearizable: ${onPostgres} instances on PostgreSQL, they and it killed and restarted`, async (t) => {
  const server = await createPostgresServer();
  await server.start();
  const { instances, secret, inStore } = await startOnPostgres(t, server, { count: onPostgres, prepare: fillStore });
  t.after(server.remove);
  const disturb = async (random: Random) => {
    await killOne(instances, random);
    await untilKill(random);
    await crash(server);
  };
  await attackInRounds(t, { secret, random: randomFor(t), inStore, urls: instances.urls, disturb });
});
