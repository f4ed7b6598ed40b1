import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceparentIn } from '../../src/http/request/headers.ts';
import { memoryLog } from '../support/service/memory-log.ts';
import { startService } from '../support/service/service.ts';
import { addEndpoint, quickLimits } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

test('a trace context in the form of the W3C is taken', () => {
  assert.equal(traceparentIn(traceparent), traceparent);
});

const invalid = [
  { title: 'in capitals', text: traceparent.toUpperCase() },
  { title: 'of an unknown version', text: `ff${traceparent.slice(2)}` },
  { title: 'without a trace', text: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` },
  { title: 'without a span', text: `00-${traceId}-${'0'.repeat(16)}-01` },
  { title: 'with a further part', text: `${traceparent}-00` },
  { title: 'that is there twice', text: `${traceparent}, ${traceparent}` },
  { title: 'that is too short', text: traceparent.slice(1) },
  { title: 'that is empty', text: '' },
  { title: 'that is absent', text: undefined },
];
for (const { title, text } of invalid) {
  test(`a trace context ${title} is ignored`, () => {
    assert.equal(traceparentIn(text), null);
  });
}

test('the trace context of a change', async (t) => {
  const receiver = await Receiver.start(t);
  const passedOn: unknown[] = [];
  receiver.behaviour = (response) => {
    passedOn.push(response.req.headers['traceparent']);
    response.writeHead(200).end();
  };
  const { lines, logs } = memoryLog();
  const pets = [{ petId: 1n, quantity: 1 }];
  const service = await startService(t, { limits: quickLimits, pets, logs });
  await addEndpoint(service.store, receiver.url);
  const set = (headers: Record<string, string>) =>
    service.call('PATCH', '/v1/inventory/1', { body: { quantity: 5 }, headers });
  await set({ traceparent });
  await set({ traceparent: 'nonsense' });
  await set({});
  await receiver.untilAccepted(3);

  await t.test('is passed on to receivers if it is valid', () => {
    assert.deepEqual(passedOn, [traceparent, undefined, undefined]);
  });

  await t.test('is logged if it is valid', () => {
    const updates = lines.filter((line) => line.includes('"operation":"updateInventory"'));
    const traceIds = updates.map((line) => JSON.parse(line).traceId);
    assert.deepEqual(traceIds, [traceId, undefined, undefined]);
  });

  await t.test('is in no response', async () => {
    const history = await (await service.call('GET', '/v1/inventory/1/history')).text();
    assert.ok(!history.includes(traceId));
  });
});
