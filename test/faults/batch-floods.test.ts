import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import { figures, openOrdinaryClient } from '../support/faults/ordinary-client.ts';
import { mainThreadMs, noProc } from '../support/faults/process-usage.ts';
import { startBatches } from '../support/load/batches.ts';
import { percentile } from '../support/load/generator.ts';
import { inForm } from '../support/long-form.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const rounds = inForm({ short: 1, long: 3 });
const roundMs = inForm({ short: 500, long: 12_000 });
/** Fewer would make a rough figure. */
const acceptedMin = 20;
const few = 48;
const many = inForm({ short: 200, long: 2_000 });

type Goodput = { accepted: number; refused: number; tookMs: number; usedMs: number; readonly busyMs: number[] };

async function run(server: ServiceProcess, secret: string, clients: number, goodput: Goodput): Promise<string> {
  const { url, pid } = server;
  const ordinary = await openOrdinaryClient(server, secret);
  const load = startBatches({ url, secret, clients, rows: limits.batchRowsMax });
  const total = async () => [...(await load.responses()).values()].reduce((sum, count) => sum + count, 0);
  await until(async () => (await total()) > few / 2);
  const before = await load.responses();
  const [startedMs, startMs] = [performance.now(), mainThreadMs(pid)];
  let after = before;
  const gained = (status: string) => (after.get(status) ?? 0) - (before.get(status) ?? 0);
  const enough = until(async () => {
    after = await load.responses();
    return gained('200') >= acceptedMin;
  });
  const beside = await ordinary.measure(Promise.all([enough, delay(roundMs)]), 4);
  ordinary.close();
  after = await load.responses();
  goodput.tookMs += performance.now() - startedMs;
  goodput.usedMs += mainThreadMs(pid) - startMs;
  await load.stop();
  assert.deepEqual(
    [...after.keys()].filter((status) => status !== '200' && status !== '503'),
    [],
  );
  goodput.accepted += gained('200');
  goodput.refused += gained('503');
  goodput.busyMs.push(...beside.busyMs);
  return figures(beside);
}

test(`${many} clients that send batches get as much done as ${few}, and slow no other client down`, {
  skip: noProc,
}, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock(numberedPets(limits.batchRowsMax, 1));
  const secret = await cli.createKey();
  const server = await cli.serve();
  const goodput = Object.fromEntries(
    [few, many].map((clients) => [clients, { accepted: 0, refused: 0, tookMs: 0, usedMs: 0, busyMs: [] as number[] }]),
  );
  // In turns, so that a machine that gets slower meanwhile gets slower for both.
  for (let round = 0; round < rounds; round++) {
    for (const clients of [few, many]) {
      t.diagnostic(`beside ${clients}: ${await run(server, secret, clients, goodput[clients] as Goodput)}`);
    }
  }
  const [ofFew, ofMany] = [goodput[few] as Goodput, goodput[many] as Goodput];
  for (const [clients, { accepted, refused, tookMs, usedMs }] of Object.entries(goodput)) {
    t.diagnostic(
      `${clients} clients: ${((1_000 * accepted) / tookMs).toFixed(1)} batches a second accepted, ${((1_000 * refused) / tookMs).toFixed(1)} refused; ${(usedMs / accepted).toFixed(1)} ms of the service's main thread for each that was accepted`,
    );
  }
  assert.ok(percentile(ofMany.busyMs, 0.99) < 1_000);
  const perSecond = ({ accepted, tookMs }: Goodput) => accepted / tookMs;
  const costOf = ({ accepted, usedMs }: Goodput) => usedMs / accepted;
  // The aim is 0.7. In a short time on a busy machine a figure is a rough one; what each costs varies less.
  assert.ok(perSecond(ofMany) > inForm({ short: 0.2, long: 0.7 }) * perSecond(ofFew));
  assert.ok(costOf(ofMany) < 2 * costOf(ofFew));
});
