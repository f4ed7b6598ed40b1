import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { mainThreadMs, noProc, residentMb } from '../support/faults/process-usage.ts';
import { createClient } from '../support/http/client.ts';
import { startFlood } from '../support/load/flood.ts';
import { percentile } from '../support/load/generator.ts';
import { inForm } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

/** How long it goes on when all connections are there, and how many requests of the other client it sees at least. */
const floodMs = inForm({ short: 200, long: 10_000 });
const requestsMin = 6;
const keptMbMax = inForm({ short: 150, long: 300 });

/** None has a valid key. The shorter they are, the more of them the service gets in one read. */
const floods: Readonly<Record<string, string>> = {
  'malformed requests': 'GET / HTTP/1.1\r\n\r\n',
  'requests for the dashboard': 'GET / HTTP/1.1\r\nHost:x\r\n\r\n',
  'requests without a key': 'GET /v1 HTTP/1.1\r\nHost:x\r\n\r\n',
  'requests with a wrong key': 'GET /v1 HTTP/1.1\r\nHost:x\r\nAuthorization:Bearer paw_0\r\n\r\n',
};

/** By how many connections flood the service at once: how long it may work on them before it serves another client. */
const limitsMs: readonly [connections: number, limitMs: number][] = [
  [10, 1_000],
  inForm({ short: [40, 3_000], long: [100, 6_000] }),
];

test('connections that pipeline requests without a key slow no other client down', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const client = createClient(await cli.createKey());
  t.after(client.close);
  const { port, pid, url } = await cli.serve();
  /** Reads and sets pet 1 until then, and returns how long the service worked during each request. */
  const workDuringRequests = async (until: Promise<unknown>) => {
    const busyMs: number[] = [];
    let isOver = false;
    void until.then(() => {
      isOver = true;
    });
    while (!isOver || busyMs.length < requestsMin) {
      const write = { method: 'PATCH', path: '/1', body: { quantity: 5 } };
      const beforeMs = mainThreadMs(pid);
      assert.equal((await client.send(url, busyMs.length % 2 === 0 ? { path: '/1' } : write)).status, 200);
      busyMs.push(mainThreadMs(pid) - beforeMs);
      await delay(5);
    }
    return busyMs;
  };
  await workDuringRequests(delay(0));
  for (const [connections, limitMs] of limitsMs) {
    for (const [name, bytes] of Object.entries(floods)) {
      await t.test(`${connections} with ${name}, by no more than ${limitMs} ms`, async (subtest) => {
        const beforeMb = residentMb(pid);
        const flood = startFlood({ port, connections, bytes });
        const busyMs = await workDuringRequests(flood.sending.then(() => delay(floodMs)));
        const withMb = residentMb(pid);
        const [made, longestMs] = [await flood.stop(), percentile(busyMs, 0.99)];
        subtest.diagnostic(`${made} connections; of ${busyMs.length} requests 99 % within ${longestMs.toFixed(0)} ms`);
        assert.ok(longestMs < limitMs, `${longestMs} ms`);
        assert.ok(withMb < beforeMb + keptMbMax, 'it keeps the requests that it cannot serve');
      });
    }
  }
});
