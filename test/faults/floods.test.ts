import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { figures, openOrdinaryClient } from '../support/faults/ordinary-client.ts';
import { mainThreadMs, noProc, residentMb } from '../support/faults/process-usage.ts';
import { startFlood } from '../support/load/flood.ts';
import { percentile } from '../support/load/generator.ts';
import { inForm } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

const floodMs = inForm({ short: 1_000, long: 10_000 });

/** None has a valid key. The shorter they are, the more of them the service gets in one read. */
const floods: Readonly<Record<string, string>> = {
  'malformed requests': 'GET / HTTP/1.1\r\n\r\n',
  'requests for the dashboard': 'GET / HTTP/1.1\r\nHost:x\r\n\r\n',
  'requests without a key': 'GET /v1 HTTP/1.1\r\nHost:x\r\n\r\n',
  'requests with a wrong key': 'GET /v1 HTTP/1.1\r\nHost:x\r\nAuthorization:Bearer paw_0\r\n\r\n',
};

async function attack(t: TestContext, connections: number, limitMs: number): Promise<void> {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const secret = await cli.createKey();
  const server = await cli.serve();
  const { port, pid } = server;
  const ordinary = await openOrdinaryClient(server, secret);
  t.after(ordinary.close);
  t.diagnostic(`alone: ${figures(await ordinary.measure(floodMs))}`);
  for (const [name, bytes] of Object.entries(floods)) {
    await t.test(name, async (subtest) => {
      const beforeMs = mainThreadMs(pid);
      const beforeMb = residentMb(pid);
      const flood = startFlood({ port, connections, bytes });
      const beside = await ordinary.measure(floodMs);
      const usedMs = mainThreadMs(pid) - beforeMs;
      const withMb = residentMb(pid);
      const made = await flood.stop();
      subtest.diagnostic(figures(beside));
      subtest.diagnostic(`${made} connections were made, which took ${usedMs.toFixed(0)} ms; ${withMb - beforeMb} MB`);
      assert.ok(percentile(beside.busyMs, 0.99) < limitMs);
      assert.ok(withMb < beforeMb + 300, 'it keeps the requests that it cannot serve');
    });
  }
}

test('ten connections that pipeline requests without a key slow no client down', { skip: noProc }, (t) =>
  attack(t, 10, 200),
);

test('nor do a hundred, by more than a second', { skip: noProc }, (t) => attack(t, 100, 1_000));
