import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { noProc, residentMb } from '../support/faults/process-usage.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { startSteadyLoad } from '../support/load/generator.ts';
import { inForm, long } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

/** The number of slow clients of each kind. */
const each = inForm({ short: 20, long: 250 });
const pets = inForm({ short: 10_000, long: 100_000 });
const { headersTimeoutMs, requestTimeoutMs } = long
  ? limits
  : { headersTimeoutMs: 1_000, requestTimeoutMs: 2_000 };
const memoryMbMax = inForm({ short: 200, long: 600 });

/** Sends the beginning of a request at once, and then one byte every second. */
function startSlowSender(port: number, timeoutMs: number, beginning: string, byte: string) {
  const startedMs = performance.now();
  const sender = {
    timeoutMs,
    lastedMs: undefined as number | undefined,
    ...openSocket(port, beginning),
  };
  const timer = setInterval(() => sender.socket.write(byte), 1_000);
  void sender.closed.then(() => {
    clearInterval(timer);
    sender.lastedMs = performance.now() - startedMs;
  });
  return sender;
}

test(`${5 * each} slow clients`, { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey(numberedPets(pets, 1));
  const { url, port, pid } = await cli.serve([], {
    limits: { headersTimeoutMs, requestTimeoutMs },
  });
  const others = startSteadyLoad({ url, secret, pets, clients: 4, pauseMs: 40 });
  const othersServed = () => others.responses.get('200') ?? 0;
  await until(() => othersServed() > 10);
  const beforeMb = residentMb(pid);

  const key = `Host: x\r\nAuthorization: Bearer ${secret}\r\n`;
  const body = `PATCH /v1/inventory/1 HTTP/1.1\r\n${key}Content-Length: 1000\r\n\r\n{"quantity":`;
  const senders = Array.from({ length: each }, () => [
    startSlowSender(port, headersTimeoutMs, '', ''),
    startSlowSender(port, headersTimeoutMs, 'GET /v1/inventory HTTP/1.1\r\nX: ', 'a'),
    startSlowSender(port, requestTimeoutMs, body, ' '),
  ]).flat();
  for (const path of ['', '/events?after=0']) {
    for (let reader = 0; reader < each; reader++) {
      const request = `GET /v1/inventory${path} HTTP/1.1\r\n${key}\r\n`;
      const { socket } = openSocket(port, request, { reading: false });
      t.after(() => socket.destroy());
    }
  }

  let peakMb = 0;
  await t.test('are cut if they send slowly', () =>
    until(
      () => {
        peakMb = Math.max(peakMb, residentMb(pid));
        return senders.every(({ lastedMs }) => lastedMs !== undefined);
      },
      () => 'not all slow senders were cut',
    ),
  );

  await t.test('are not cut before their time', () => {
    for (const { lastedMs, timeoutMs } of senders)
      assert.ok((lastedMs ?? 0) > timeoutMs - 500, `cut after ${lastedMs} ms, before ${timeoutMs}`);
  });

  await t.test('are told why they are cut', () => {
    const timedOut = /HTTP\/1\.1 408 .*\r\nconnection: close\r\n.*\{"code":"request_timeout",/s;

    for (const { received } of senders) assert.match(received(), timedOut);
  });

  await t.test('do not keep others from being served', async () => {
    const served = othersServed();
    await until(() => othersServed() > served + 10);

    await others.stop();

    assert.deepEqual([...others.responses.keys()], ['200']);
  });

  await t.test('take a bounded memory', (t) => {
    t.diagnostic(`memory: ${beforeMb} MB before, ${peakMb} MB at most`);

    assert.ok(peakMb < beforeMb + memoryMbMax, `${peakMb} MB`);
  });
});
