import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { figureOf } from '../support/http/figures.ts';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

test('beyond the queue of writes callers are refused at once, reads go on, and the writes in the queue are stored', async (t) => {
  const queuedCommandsMax = 4;
  const service = await startService(t, { limits: { queuedCommandsMax } });
  const { call, database } = service;
  using other = new DatabaseSync(database.slice('sqlite:'.length));
  other.exec('begin immediate');
  const patch = async () => (await call('PATCH', '/v1/inventory/1', { body: { quantity: 5 } })).status;
  const queued = () => figureOf(service, service.secret, 'pawstock_write_queue_commands');
  // The first write waits for the store, and those behind it wait in the queue.
  const writes: Promise<number>[] = [];
  while ((await queued()) < queuedCommandsMax) {
    const before = await queued();
    writes.push(patch());
    await until(async () => writes.length === 1 || (await queued()) > before);
  }
  await runScenarios(t, service, [
    ['a write', 'PATCH /v1/inventory/1', { body: { quantity: 6 } }, '503 overloaded', { 'retry-after': '1' }],
    ['a batch', 'PATCH /v1/inventory', { body: [{ petId: 1, quantity: 6 }] }, '503 overloaded'],
    ['a read', 'GET /v1/inventory/1', {}, '200 {"petId":1,"quantity":10,"status":"available"}'],
    ['the list', 'GET /v1/inventory', {}, 200],
  ]);
  other.exec('rollback');
  assert.deepEqual(new Set(await Promise.all(writes)), new Set([200]));
  assert.equal(await patch(), 200);
});
