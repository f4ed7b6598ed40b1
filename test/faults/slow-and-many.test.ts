import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import { noProc, openFiles, residentMb } from '../support/faults/process-usage.ts';
import { type SlowClient, startSlowClient } from '../support/faults/slow-client.ts';
import { percentile } from '../support/load/generator.ts';
import { startSteadyLoad } from '../support/load/workloads.ts';
import { inForm, long } from '../support/long-form.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { patienceMs } from '../support/until.ts';

/** The long form waits until the last of a thousand is cut; the short one, with shorter limits, until the senders are. */
const each = long ? 250 : 50;
/** Of a list, and as many of events. What the system takes for each of them costs the service more than all else. */
const readers = long ? each : 10;
const { headersTimeoutMs, requestTimeoutMs } = long ? limits : { headersTimeoutMs: 3_000, requestTimeoutMs: 6_000 };
const watchedMs = long ? limits.socketTimeoutMs + 150_000 : requestTimeoutMs + 3_000;
const pets = 100_000;

/** When those who send slowly must have been cut. Slow readers do not notice, so those are counted at the service. */
const senders = {
  'no head': headersTimeoutMs,
  'slow head': headersTimeoutMs,
  'slow body': requestTimeoutMs,
} as const;

/** A few at a time, for a machine may not take thousands at once; the service has nothing to do with that. */
async function startSlowCallers({ port }: ServiceProcess, secret: string): Promise<SlowClient[]> {
  const key = `Host: x\r\nAuthorization: Bearer ${secret}\r\n`;
  const head = 'GET /v1/inventory HTTP/1.1\r\nX: ';
  const body = `PATCH /v1/inventory/1 HTTP/1.1\r\n${key}Content-Length: 1000\r\n\r\n{"quantity":`;
  const list = `GET /v1/inventory HTTP/1.1\r\n${key}\r\n`;
  const events = `GET /v1/inventory/events?after=0 HTTP/1.1\r\n${key}\r\n`;
  const slow: SlowClient[] = [];
  for (let count = 0; count < each; count++) {
    slow.push(startSlowClient({ name: 'no head', port, first: '' }));
    slow.push(startSlowClient({ name: 'slow head', port, first: head, trickle: 'a' }));
    slow.push(startSlowClient({ name: 'slow body', port, first: body, trickle: ' ' }));
    if (count < readers) {
      slow.push(startSlowClient({ name: 'slow reader', port, first: list, readsSlowly: true }));
      slow.push(startSlowClient({ name: 'slow reader', port, first: events, readsSlowly: true }));
    }
    await delay(5);
  }
  return slow;
}

/** After how many milliseconds. */
function cutCallers(slow: readonly SlowClient[], name: string): number[] {
  const callers = slow.filter((caller) => caller.name === name);
  return callers.map((caller) => caller.endedAfterMs()).filter((end) => end !== undefined);
}

function checkSenders(t: TestContext, slow: readonly SlowClient[]): void {
  for (const [name, cutAfterMs] of Object.entries(senders)) {
    const times = cutCallers(slow, name);
    assert.equal(times.length, each, `${name}: only ${times.length} were cut`);
    const [first, last] = [percentile(times, 0), percentile(times, 1)];
    t.diagnostic(`${name}: cut after ${(first / 1000).toFixed(1)} to ${(last / 1000).toFixed(1)} s`);
    assert.ok(first > cutAfterMs - 500, `${name}: cut after ${first} ms`);
    // Their time begins when they are accepted, which a busy machine is slow to do.
    assert.ok(last < cutAfterMs + 60_000, `${name}: cut after ${last} ms`);
    for (const caller of slow.filter((one) => one.name === name))
      assert.match(caller.received(), /HTTP\/1\.1 408 .*\r\nconnection: close\r\n.*\{"code":"request_timeout",/s);
  }
}

test(`${3 * each + 2 * readers} slow clients: the others are served, they are cut in time, and memory stays bounded`, {
  skip: noProc,
}, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock(numberedPets(pets, 1));
  const secret = await cli.createKey();
  const server = await cli.serve([], { limits: { headersTimeoutMs, requestTimeoutMs } });
  const normal = startSteadyLoad({
    url: server.url,
    secret,
    pets,
    clients: 4,
    pauseMs: inForm({ short: 40, long: 20 }),
  });
  await delay(1_000);
  const beforeMb = residentMb(server.pid);
  const filesBefore = openFiles(server.pid);
  const alone = normal.latenciesMs.splice(0);
  const slow = await startSlowCallers(server, secret);
  t.after(() => {
    for (const { leave } of slow) leave();
  });
  let peakMb = 0;
  const startedMs = Date.now();
  const openAt = new Map<number, number>();
  // Whoever must have been cut by then is waited for: a busy machine takes a while longer.
  const allCut = () => Object.keys(senders).every((name) => cutCallers(slow, name).length === each);
  while (Date.now() - startedMs < watchedMs || !(allCut() || Date.now() - startedMs > watchedMs + patienceMs)) {
    await delay(500);
    peakMb = Math.max(peakMb, residentMb(server.pid));
    openAt.set(Date.now() - startedMs, openFiles(server.pid) - filesBefore);
  }
  await normal.stop();
  const figures = (latencies: readonly number[]) =>
    `${latencies.length} calls, half within ${percentile(latencies, 0.5).toFixed(1)} ms, 99 % within ${percentile(latencies, 0.99).toFixed(1)} ms`;
  t.diagnostic(
    `other callers, alone: ${figures(alone)}; beside ${slow.length} slow ones: ${figures(normal.latenciesMs)}`,
  );
  t.diagnostic(`memory: ${beforeMb} MB before, ${peakMb} MB at most`);
  assert.deepEqual([...normal.responses.keys()], ['200']);
  // On a busy machine they wait when they are alone, too.
  assert.ok(percentile(normal.latenciesMs, 0.99) < Math.max(1_000, 10 * percentile(alone, 0.99)));
  assert.ok(peakMb < beforeMb + inForm({ short: 200, long: 600 }), `${peakMb} MB`);
  checkSenders(t, slow);
  if (long) checkReaders(t, openAt);
});

/**
 * When those who send are gone, only readers are left. A reader's time begins when it takes no more; until then the
 * system takes some megabytes for each, which is a while for a stream of events.
 */
function checkReaders(t: TestContext, openAt: ReadonlyMap<number, number>): void {
  const times = [...openAt.keys()];
  const first = times.find((ms) => ms > requestTimeoutMs + 30_000 && (openAt.get(ms) ?? 0) < 2 * each - 20) ?? 0;
  const last = times.find((ms) => ms > first && (openAt.get(ms) ?? 0) < 20) ?? Number.POSITIVE_INFINITY;
  t.diagnostic(`slow readers: cut after ${(first / 1000).toFixed(1)} to ${(last / 1000).toFixed(1)} s`);
  assert.ok(first > limits.socketTimeoutMs - 10_000, `${first} ms`);
  assert.ok(last < watchedMs, `${last} ms`);
}
