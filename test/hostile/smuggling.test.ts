import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Audit } from '../support/hostile/audit.ts';
import { smuggledRequests } from '../support/hostile/smuggled-requests.ts';
import { assertProper, exchange } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';

test('no request within a request is carried out', async (t) => {
  const service = await startService(t, { pets: [1n, 2n].map((petId) => ({ petId, quantity: 10 })) });
  const audit = await Audit.open(service.store);
  for (const { name, bytes, statuses } of smuggledRequests(service.secret)) {
    const responses = await exchange(service.port, bytes);
    responses.forEach(assertProper);
    const bodies = responses.map(({ body }) => body).join(' ');
    assert.deepEqual(
      responses.map(({ status }) => status),
      statuses,
      `${name}: ${bodies}`,
    );
    if (bodies.includes('invalid_request')) assert.equal(responses.at(-1)?.headers.get('connection'), 'close', name);
  }
  assert.equal(await audit.reconcile(), 0);
});
