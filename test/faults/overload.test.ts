import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import { noStrace, tracedPawstock } from '../support/faults/strace.ts';
import { codeIn, createClient, type HttpClient } from '../support/http/client.ts';
import { percentile } from '../support/load/generator.ts';
import { inForm } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { addPets, createKey, numberedPets } from '../support/service/store-contents.ts';

const rounds = inForm({ short: 1, long: 5 });
const loadMs = inForm({ short: 1_500, long: 5_000 });
const rows = limits.batchRowsMax;
/** Less than the service keeps: in a short time on a busy machine a figure is a rough one. */
const keptShare = inForm({ short: 0.3, long: 0.6 });
/** As many batches as may wait, and those in the transaction under way. */
const capacity = (limits.queuedCommandsMax + limits.transactionCommandsMax) / rows;

test('beyond the queue callers are refused soon, and those within it are served as fast as before', {
  skip: noStrace,
}, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.inStore(async (store) => {
    await addPets(store, numberedPets(rows, 0));
    return createKey(store);
  });
  const slowSyncs = tracedPawstock(cli.folder, { calls: 'fsync,fdatasync', inject: 'delay_enter=150000' });
  const server = await cli.serve([], { installed: slowSyncs });
  const client = createClient(secret);

  // In turns, so that a machine that gets slower meanwhile gets slower for both.
  const within = noRun();
  const beyond = noRun();
  for (let round = 0; round < rounds; round++) {
    await run(client, server.url, { clients: capacity / 2, into: within });
    await run(client, server.url, { clients: capacity * 2, into: beyond });
  }
  client.close();
  for (const [name, measured] of Object.entries({ within, beyond })) {
    const { accepted, refused, reads } = measured;
    t.diagnostic(
      `${name}: ${perSecond(measured).toFixed(0)} updates a second; batches accepted ${show(accepted)}, refused ${show(refused)}; ` +
        `reads ${show(reads)}`,
    );
  }
  assert.deepEqual(within.refused, []);
  assert.ok(beyond.refused.length > 0);
  const served = percentile(beyond.accepted, 0.5);
  // The fastest tell: the slower ones may have waited for this process, which is busy itself. On a machine that is busy
  // with other things, too, a batch tells how long reading one takes.
  const slackMs = Math.max(1_500, percentile(within.accepted, 0.5));
  assert.ok(percentile(beyond.refused, 0.1) < limits.batchWaitMsMax + slackMs, 'a refusal waits no longer than it may');
  assert.ok(percentile(beyond.reads, 0.1) < served / 2, 'reads do not wait for writes');
  assert.ok(perSecond(beyond) > keptShare * perSecond(within), 'as much gets through as before');
});

type Run = {
  tookMs: number;
  /** How long each took. */
  readonly accepted: number[];
  readonly refused: number[];
  readonly reads: number[];
};

const noRun = (): Run => ({ tookMs: 0, accepted: [], refused: [], reads: [] });

function perSecond({ accepted, tookMs }: Run): number {
  return (accepted.length * rows) / (tookMs / 1_000);
}

type Options = { readonly clients: number; readonly into: Run };

/** So many clients send batches one after the other, and wait as they are told where they are refused; one reads. */
async function run(client: HttpClient, url: string, { clients, into }: Options): Promise<void> {
  const body = JSON.stringify(Array.from({ length: rows }, (_, petId) => ({ petId, quantity: clients })));
  const startedMs = Date.now();
  const going = () => Date.now() - startedMs < loadMs;
  const write = async () => {
    while (going()) {
      const sentMs = Date.now();
      const answer = await client.send(url, { method: 'PATCH', path: '', body });
      if (answer.status === 200) into.accepted.push(Date.now() - sentMs);
      else {
        into.refused.push(Date.now() - sentMs);
        assert.equal(`${answer.status} ${codeIn(answer)}`, '503 overloaded');
        await delay(Number(answer.headers['retry-after']) * 1_000);
      }
    }
  };
  const read = async () => {
    while (going()) {
      const sentMs = Date.now();
      assert.equal((await client.send(url, { path: '/1' })).status, 200);
      into.reads.push(Date.now() - sentMs);
      await delay(20);
    }
  };
  await Promise.all([read(), ...Array.from({ length: clients }, write)]);
  into.tookMs += Date.now() - startedMs;
}

function show(values: readonly number[]): string {
  return `${values.length} (median ${percentile(values, 0.5)} ms, 99% within ${percentile(values, 0.99)} ms)`;
}
