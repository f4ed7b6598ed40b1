import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { noStrace, outputsIn, trace, tracedOutputs } from '../support/faults/strace.ts';
import { createClient, type HttpClient } from '../support/http/client.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

type Event = 'sync' | 'answer';

/** How long the sync of an update is held up. */
const heldMs = 1_500;

test('an update is synced before anybody hears of it', { skip: noStrace }, async (t) => {
  const services = await startServices(t);

  await t.test('it is synced before it is answered, and many at once share a sync', async (own) => {
    const { alone, together } = await eventsOf(own, services);
    assert.deepEqual(unsynced(alone), []);
    const answers = together.filter((event) => event === 'answer').length;
    const syncs = together.filter((event) => event === 'sync').length;
    assert.equal(answers, 200);
    assert.ok(syncs > 0 && syncs < answers / 2, `${syncs} syncs for ${answers} answers`);
  });

  await t.test('before it is synced, no other process shows it or replays it', async (own) => {
    const { shownAfterMs, replayedAfterMs, exportedAfterMs, readsBefore } = await watchUnsyncedUpdate(own, services);
    assert.ok(readsBefore > 10, `${readsBefore} reads were answered meanwhile`);
    for (const ms of [shownAfterMs, replayedAfterMs, exportedAfterMs]) assert.ok(ms >= heldMs, `after ${ms} ms`);
  });
});

type Services = {
  readonly cli: CliHarness;
  readonly client: HttpClient;
  readonly one: ServiceProcess;
  readonly two: ServiceProcess;
};

/** Two on one store with one pet. */
async function startServices(t: TestContext): Promise<Services> {
  const cli = openCliHarness(t);
  const secret = await cli.inStore(async (store) => {
    await addPets(store, [{ petId: 1n, quantity: 0 }]);
    return createKey(store);
  });
  const [one, two] = await Promise.all([cli.serve(), cli.serve()]);
  const client = createClient(secret);
  t.after(client.close);
  return { cli, client, one, two };
}

/** Holds up the sync of an update by one service, and looks from outside when others show it. */
async function watchUnsyncedUpdate(t: TestContext, { cli, client, one, two }: Services) {
  const update = ({ url }: ServiceProcess, quantity: number) => {
    const headers = { 'idempotency-key': `to ${quantity}` };
    return client.send(url, { method: 'PATCH', path: '/1', headers, body: { quantity } });
  };
  const quantityAt = async ({ url }: ServiceProcess) =>
    (JSON.parse((await client.send(url, { path: '/1' })).body) as { quantity: number }).quantity;
  await update(one, 1);
  await update(two, 2);
  const inject = `delay_enter=${heldMs * 1000}:when=1`;
  const tracing = await trace(t, one.pid, { calls: 'fsync,fdatasync', inject });
  const startedMs = performance.now();
  const passedMs = () => performance.now() - startedMs;
  const updated = update(one, 3);
  // The others look when it has reached the log, and only the sync is missing.
  await delay(heldMs / 3);
  const replayed = update(two, 3).then(({ status, headers }) => {
    assert.deepEqual([status, headers['idempotent-replayed']], [200, 'true']);
    return passedMs();
  });
  // A command shows it no sooner than the services do.
  const exported = cli.run(['export']).then(({ stdout }) => {
    assert.match(stdout, /^1,3,/m, 'it waits for the update');
    return passedMs();
  });
  let readsBefore = 0;
  for (; (await quantityAt(two)) === 2; readsBefore++) await delay(5);
  const shownAfterMs = passedMs();
  assert.equal((await updated).status, 200);
  const [replayedAfterMs, exportedAfterMs] = await Promise.all([replayed, exported]);
  await tracing.detach();
  return { shownAfterMs, replayedAfterMs, exportedAfterMs, readsBefore };
}

/** The finished syncs and the answers begun, in order: of ten updates one after the other, and of 200 at once. */
async function eventsOf(t: TestContext, { cli, client, one: server }: Services) {
  const update = async (quantity: number) => {
    const answer = await client.send(server.url, { method: 'PATCH', path: '/1', body: { quantity } });
    assert.equal(answer.status, 200);
  };
  await update(1);
  const output = join(cli.folder, 'trace');
  const tracing = await trace(t, server.pid, { calls: tracedOutputs, output });
  for (let quantity = 2; quantity <= 11; quantity++) await update(quantity);
  // An answer may arrive before strace has written it down.
  await until(() => eventsIn(output).filter((event) => event === 'answer').length >= 10);
  const alone = eventsIn(output);
  assert.equal(alone.filter((event) => event === 'answer').length, 10);
  await Promise.all(Array.from({ length: 200 }, (_, index) => update(100 + index)));
  await tracing.detach();
  return { alone, together: eventsIn(output).slice(alone.length) };
}

function eventsIn(file: string): Event[] {
  return outputsIn(file).flatMap(({ kind, text }): Event[] => {
    if (kind === 'sync') return ['sync'];
    return text.includes('HTTP/1.1 200') ? ['answer'] : [];
  });
}

/** The answers that do not follow a sync. */
function unsynced(alone: readonly Event[]): Event[] {
  return alone.filter((event, index) => event === 'answer' && alone[index - 1] !== 'sync');
}
