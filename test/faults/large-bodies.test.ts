import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { noProc, residentMb } from '../support/faults/process-usage.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { long } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

const callers = long ? 2_000 : 150;

test(`${callers} batches of a megabyte that never end`, { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 1 }]);
  const { port, pid, url } = await cli.serve();
  const beforeMb = residentMb(pid);
  const head = `PATCH /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: ${limits.batchBodyBytesMax}\r\n\r\n`;
  const almostAll = Buffer.from(head + ' '.repeat(limits.batchBodyBytesMax - 1));
  const sockets = Array.from({ length: callers }, () => openSocket(port, almostAll));
  const refusals = () => sockets.map(({ received }) => received()).filter(Boolean);
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const patch = (path: string, body: string) =>
    fetch(`${url}/v1/inventory${path}`, { method: 'PATCH', headers, body });

  await t.test('are refused, but for as many as there is memory for', async () => {
    const heldMax = Math.ceil(
      limits.largeBodiesBytesMax / (limits.batchBodyBytesMax - limits.bodyBytesMax),
    );

    await until(
      () => refusals().length >= callers - heldMax,
      () => `only ${refusals().length} were refused`,
    );
  });

  const withMb = residentMb(pid);
  t.diagnostic(
    `memory: ${beforeMb} MB before, ${withMb} MB with them; ${refusals().length} of ${callers} were refused`,
  );

  for (const { title, path, body } of [
    { title: 'do not hold up a change of one pet', path: '/1', body: '{"quantity":5}' },
    { title: 'do not hold up a small batch', path: '', body: '[{"petId":1,"quantity":6}]' },
  ]) {
    await t.test(title, async () => {
      const response = await patch(path, body);

      assert.equal(response.status, 200, await response.text());
    });
  }

  await t.test('take no more memory than is allowed', async () => {
    // An idle service may postpone garbage collection of the refused bodies, so the test keeps it
    // busy.
    const padded = `${' '.repeat(60_000)}{"quantity":5}`;
    // The bound allows for large bodies up to their limit, garbage of twice that limit, and a small
    // body per connection.
    const boundBytes = 3 * limits.largeBodiesBytesMax + callers * limits.bodyBytesMax;

    await until(
      async () => {
        for (let times = 0; times < 10; times++)
          assert.equal((await patch('/1', padded)).status, 200);
        return residentMb(pid) < beforeMb + boundBytes / 1024 ** 2;
      },
      () => `${residentMb(pid)} MB`,
    );
  });

  await t.test('are told why they are refused', () => {
    // On a slow machine, the first clients time out before the last clients have connected.
    for (const refusal of refusals())
      assert.match(refusal, /^HTTP\/1\.1 (?:503 .*"overloaded"|408 .*"request_timeout")/s);
  });

  await t.test('leave their memory to others when they are gone', async () => {
    for (const { socket } of sockets) socket.destroy();
    // The service reads this batch before it refuses it, because it names a pet twice.
    const row = { petId: 1, quantity: 1, note: 'x'.repeat(400) };
    const large = JSON.stringify(Array.from({ length: 1_000 }, () => row));

    await until(async () => (await patch('', large)).status === 400);
  });
});
