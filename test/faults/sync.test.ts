import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { noStrace, trace } from '../support/faults/strace.ts';
import { createClient, type HttpClient } from '../support/http/client.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

/** How long the sync of an update is held up. */
const heldMs = 2_000;

test('before an update is synced, no other process shows it or replays it', { skip: noStrace }, async (t) => {
  const services = await startServices(t);
  const { shownAfterMs, replayedAfterMs, exportedAfterMs, readsBefore } = await watchUnsyncedUpdate(t, services);
  assert.ok(readsBefore > 10, `${readsBefore} reads were answered meanwhile`);
  for (const ms of [shownAfterMs, replayedAfterMs, exportedAfterMs]) assert.ok(ms >= heldMs, `after ${ms} ms`);
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
  const logBytes = statSync(`${cli.file}-wal`).size;
  const tracing = await trace(t, one.pid, { calls: 'fsync,fdatasync', inject });
  const startedMs = performance.now();
  const passedMs = () => performance.now() - startedMs;
  const updated = update(one, 3);
  // The others look when the update is in the log, and only its sync is missing.
  await until(() => statSync(`${cli.file}-wal`).size > logBytes);
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
