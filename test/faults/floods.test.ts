import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { figures, openOrdinaryClient } from '../support/faults/ordinary-client.ts';
import { mainThreadMs, noProc, residentMb } from '../support/faults/process-usage.ts';
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
  [10, 200],
  inForm({ short: [40, 500], long: [100, 1_000] }),
];

test('connections that pipeline requests without a key slow no other client down', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const secret = await cli.createKey();
  const server = await cli.serve();
  const { port, pid } = server;
  const ordinary = await openOrdinaryClient(server, secret);
  t.after(ordinary.close);
  t.diagnostic(`alone: ${figures(await ordinary.measure(delay(floodMs), requestsMin))}`);
  for (const [connections, limitMs] of limitsMs) {
    for (const [name, bytes] of Object.entries(floods)) {
      await t.test(`${connections} with ${name}, by no more than ${limitMs} ms`, async (subtest) => {
        const beforeMs = mainThreadMs(pid);
        const beforeMb = residentMb(pid);
        const flood = startFlood({ port, connections, bytes });
        const beside = await ordinary.measure(
          flood.sending.then(() => delay(floodMs)),
          requestsMin,
        );
        const usedMs = mainThreadMs(pid) - beforeMs;
        const withMb = residentMb(pid);
        const made = await flood.stop();
        subtest.diagnostic(figures(beside));
        subtest.diagnostic(`${made} connections, which took ${usedMs.toFixed(0)} ms; ${withMb - beforeMb} MB`);
        assert.ok(percentile(beside.busyMs, 0.99) < limitMs);
        assert.ok(withMb < beforeMb + keptMbMax, 'it keeps the requests that it cannot serve');
      });
    }
  }
});
