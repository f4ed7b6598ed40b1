import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Audit } from '../support/hostile/audit.ts';
import { type Malformed, malformedHeaders, malformedLines } from '../support/hostile/malformed-http.ts';
import { smuggledRequests } from '../support/hostile/smuggled-requests.ts';
import { assertProper, exchange } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** All of them, some at a time. Each must get just its refusals, and none may change anything. */
async function attack(t: TestContext, service: TestService, requests: readonly Malformed[]): Promise<void> {
  const audit = await Audit.open(service.store);
  const waiting = [...requests];
  const attackers = Array.from({ length: 8 }, async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { name, bytes, statuses } = next;
      const answers = await exchange(service.port, bytes);
      for (const answer of answers) assertProper(answer);
      const actual = answers.map(({ status }) => status);
      assert.deepEqual(actual, statuses, `${name}: ${answers.map(({ body }) => body).join(' ')}`);
      const last = answers.at(-1);
      if (last?.body.includes('invalid_request')) assert.equal(last.headers.get('connection'), 'close', name);
    }
  });
  await Promise.all(attackers);
  assert.equal(await audit.reconcile(), 0);
  t.diagnostic(`${requests.length} requests`);
}

test('no malformed request line is taken for a request', async (t) => {
  await attack(t, await startService(t), malformedLines());
});

test('no malformed header is taken for one', async (t) => {
  await attack(t, await startService(t), malformedHeaders());
});

test('no request within a request is carried out', async (t) => {
  const pets = [1n, 2n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });
  await attack(t, service, smuggledRequests(service.secret));
});
