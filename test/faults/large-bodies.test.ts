import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { noProc, residentMb } from '../support/faults/process-usage.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { long } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

const callers = long ? 2_000 : 150;

test(`${callers} batches of a megabyte that never end: memory is bounded, and everyone else is served`, {
  skip: noProc,
}, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 1 }]);
  const { port, pid, url } = await cli.serve();
  const beforeMb = residentMb(pid);
  const head = `PATCH /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: ${limits.batchBodyBytesMax}\r\n\r\n`;
  const almostAll = Buffer.from(head + ' '.repeat(limits.batchBodyBytesMax - 1));
  const sockets = Array.from({ length: callers }, () => openSocket(port, almostAll));
  const told = () => sockets.map(({ received }) => received()).filter(Boolean);
  // The service holds as many large bodies as its memory limit allows, and refuses all other
  // clients that send one.
  const heldMax = Math.ceil(
    limits.largeBodiesBytesMax / (limits.batchBodyBytesMax - limits.bodyBytesMax),
  );
  await until(
    () => told().length >= callers - heldMax,
    () => `only ${told().length} were refused`,
  );
  const withMb = residentMb(pid);
  t.diagnostic(
    `memory: ${beforeMb} MB before, ${withMb} MB with them; ${told().length} of ${callers} were refused`,
  );
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  for (const [path, body] of [
    ['/1', '{"quantity":5}'],
    ['', '[{"petId":1,"quantity":6}]'],
  ]) {
    const response = await fetch(`${url}/v1/inventory${path}`, {
      method: 'PATCH',
      headers,
      body: String(body),
    });
    assert.equal(response.status, 200, await response.text());
  }
  // An idle service may postpone garbage collection of the refused bodies, so the test keeps it
  // busy.
  const padded = { method: 'PATCH', headers, body: `${' '.repeat(60_000)}{"quantity":5}` };
  // The bound allows for large bodies up to their limit, garbage of twice that limit, and a small
  // body per connection.
  const boundBytes = 3 * limits.largeBodiesBytesMax + callers * limits.bodyBytesMax;
  await until(
    async () => {
      for (let times = 0; times < 10; times++)
        assert.equal((await fetch(`${url}/v1/inventory/1`, padded)).status, 200);
      return residentMb(pid) < beforeMb + boundBytes / 1024 ** 2;
    },
    () => `${residentMb(pid)} MB`,
  );
  // On a slow machine, the first clients time out before the last clients have connected.
  for (const answer of told())
    assert.match(answer, /^HTTP\/1\.1 (?:503 .*"overloaded"|408 .*"request_timeout")/s);
  for (const { socket } of sockets) socket.destroy();
  // The closed connections no longer count towards the limit, so the service reads another large
  // body.
  const rows = Array.from({ length: 1_000 }, () => ({
    petId: 1,
    quantity: 1,
    note: 'x'.repeat(400),
  }));
  const pet1Twice = { method: 'PATCH', headers, body: JSON.stringify(rows) };
  await until(async () => (await fetch(`${url}/v1/inventory`, pet1Twice)).status === 400);
});
