import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { limits } from '../../src/limits.ts';
import { EventReader } from '../support/http/event-reader.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

test('a change is an event: from now on, by this service or beside it', async (t) => {
  const service = await startService(t);
  const reader = await EventReader.open(service);
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 3, note: 'two\nlines' } });
  const event = await reader.next();
  const [entry] = (await (await service.call('GET', '/v1/inventory/1/history')).json()) as unknown[];
  assert.equal(event?.id, 2);
  assert.equal(event?.event, 'change');
  assert.deepEqual(JSON.parse(event?.data ?? ''), entry);
  await addPets(service.store, [{ petId: 9223372036854775807n, quantity: 1 }]);
  const beside = await reader.next();
  assert.equal(beside?.id, 3);
  assert.match(beside?.data ?? '', /"petId":9223372036854775807,"kind":"import"/);
  reader.cut();
});

test('where a stream may begin', async (t) => {
  const service = await startService(t, { pets: [1n, 2n, 3n].map((petId) => ({ petId, quantity: 1 })) });
  const first = async (query: string, headers = {}) => {
    const reader = await EventReader.open(service, query, headers);
    const event = await reader.next();
    reader.cut();
    return event?.id;
  };
  assert.equal(await first('?after=0'), 1);
  assert.equal(await first('?after=1'), 2);
  assert.equal(await first('?after=0', { 'last-event-id': '2' }), 3);
  const path = '/v1/inventory/events';
  const bad: [string, Record<string, string>, string][] = [
    ['?after=-1', {}, 'invalid_query'],
    ['?after=x', {}, 'invalid_query'],
    ['?after=4', {}, 'invalid_query'],
    ['', { 'last-event-id': 'x' }, 'invalid_header'],
    ['', { 'last-event-id': '4' }, 'invalid_header'],
  ];
  await runScenarios(t, service, [
    ...bad.map(([query, headers, code]): Scenario => [query, `GET ${path + query}`, { headers }, `400 ${code}`]),
    ['HEAD opens no stream', `HEAD ${path}`, {}, 200, { 'content-type': 'text/event-stream', 'x-stability': 'beta' }],
  ]);
});

test('a stream ends when its key does, and when the service does', async (t) => {
  const service = await startService(t);
  const secret = await createKey(service.store, { name: 'reader', scope: 'read' });
  const doomed = await EventReader.open(service, '', { authorization: `Bearer ${secret}` });
  const other = await EventReader.open(service);
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'reader' }));
  assert.equal(await doomed.next(), undefined);
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 1 } });
  assert.equal((await other.next())?.id, 2);
  const stopping = service.stop();
  assert.equal(await other.next(), undefined);
  await stopping;
});

test('a quiet stream has a comment every 15 seconds', async (t) => {
  assert.equal(limits.eventHeartbeatMs, 15_000);
  const service = await startService(t, { limits: { eventHeartbeatMs: 100 } });
  const reader = await EventReader.open(service);
  const reading = reader.next();
  await until(() => reader.comments.length >= 3);
  reader.cut();
  await assert.rejects(reading);
});

test('the number of streams is bounded', async (t) => {
  const service = await startService(t, { limits: { eventStreamsMax: 2 } });
  const readers = [await EventReader.open(service), await EventReader.open(service)];
  await runScenarios(t, service, [
    ['one too many', 'GET /v1/inventory/events', {}, '503 overloaded', { 'retry-after': '1' }],
  ]);
  for (const reader of readers) reader.cut();
});
