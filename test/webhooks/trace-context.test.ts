import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceparentIn } from '../../src/http/request/headers.ts';
import { memoryLog } from '../support/service/memory-log.ts';
import { startService } from '../support/service/service.ts';
import { addEndpoint, quickLimits } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

test('only a trace context in the form of the W3C is taken', () => {
  assert.equal(traceparentIn(traceparent), traceparent);
  const invalid = [
    traceparent.toUpperCase(),
    `ff${traceparent.slice(2)}`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `${traceparent}-00`,
    `${traceparent}, ${traceparent}`,
    traceparent.slice(1),
    '',
  ];
  for (const text of invalid) assert.equal(traceparentIn(text), null, text);
  assert.equal(traceparentIn(undefined), null);
});

test('the trace context of a change is logged and passed on to receivers, and in no response', async (t) => {
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
  assert.deepEqual(passedOn, [traceparent, undefined, undefined]);
  const history = await (await service.call('GET', '/v1/inventory/1/history')).text();
  assert.ok(!history.includes(traceId));
  const traced = lines.filter((line) => line.includes('"operation":"updateInventory"'));
  assert.deepEqual(
    traced.map((line) => JSON.parse(line).traceId),
    [traceId, undefined, undefined],
  );
});
