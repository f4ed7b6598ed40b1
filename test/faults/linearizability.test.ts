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
const loadMs = inForm({ short: 1_000, long: 6_000 });

async function killOne(instances: Instances, random: Random): Promise<void> {
  await delay(300 + random.below(700));
  const victim = random.below(instances.servers.length);
  await instances.kill(victim);
  await instances.restart(victim);
}

type Attacked = Pick<Attack, 'inStore' | 'urls' | 'disturb'> & { readonly secret: string };

async function attackInRounds(t: TestContext, { secret, ...attacked }: Attacked): Promise<void> {
  const random = randomFor(t);
  for (let round = 0; round < rounds; round++) {
    const verdict = await attack(t, secret, { ...attacked, loadMs, round, random: random.branch(round) });
    assert.equal(verdict.result, 'linearizable', JSON.stringify(verdict));
  }
}

for (const count of [1, 2]) {
  test(`linearizable: ${count === 1 ? 'one process' : 'two processes on one file'}, killed and restarted`, async (t) => {
    const cli = openCliHarness(t);
    const secret = await cli.inStore(fillStore);
    const instances = await startInstances(cli, count);
    const disturb = (random: Random) => killOne(instances, random);
    await attackInRounds(t, { secret, inStore: cli.inStore, urls: instances.urls, disturb });
  });
}

test('linearizable: three instances on PostgreSQL, they and it killed and restarted', async (t) => {
  const server = await createPostgresServer();
  await server.start();
  const { instances, secret, inStore } = await startOnPostgres(t, server, { count: 3, prepare: fillStore });
  t.after(server.remove);
  const disturb = async (random: Random) => {
    await killOne(instances, random);
    await delay(300 + random.below(700));
    await crash(server);
  };
  await attackInRounds(t, { secret, inStore, urls: instances.urls, disturb });
});
