import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import { inForm } from '../support/long-form.ts';
import { faultsOf, fillStore, startRecordedLoad, summaryOf } from '../support/model/recorded-load.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { untilAll } from '../support/postgres/instances.ts';
import { startPair } from '../support/postgres/pair.ts';
import { type Random, randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';
import { addEndpoint, assertInOrder, quickLimits } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const instances = inForm({ short: 2, long: 3 });

/** A frozen primary is the worse one: it does not know that it is no longer one. */
const losses = inForm({
  short: ['SIGKILL'] as const,
  long: ['SIGKILL', 'SIGSTOP', 'SIGKILL', 'SIGSTOP', 'SIGKILL', 'SIGSTOP', 'SIGKILL', 'SIGSTOP'] as const,
});

test('the primary is lost under load and its standby promoted: nothing is lost or counts twice, webhooks skip nothing', async (t) => {
  const random = randomFor(t);
  for (const [round, loss] of losses.entries()) {
    await t.test(`primary gets ${loss}`, (own) => failOver(own, loss, random.branch(round)));
  }
});

async function failOver(t: TestContext, loss: 'SIGKILL' | 'SIGSTOP', random: Random): Promise<void> {
  const cli = openCliHarness(t);
  const pair = await startPair();
  t.after(pair.remove);
  const forwarder = await TcpProxy.open();
  t.after(() => forwarder.close());
  forwarder.pointTo(pair.primary.port);
  const url = new URL(pair.primary.url);
  url.port = String(forwarder.port);
  const before = await openStore(checkDatabase(pair.primary.url));
  const secret = await fillStore(before);
  const { seq: firstSeq } = await before.head();
  const receiver = await Receiver.start(t);
  receiver.secret = await addEndpoint(before, receiver.url, { events: ['changed'] });
  await before.close();
  const { urls } = await startInstances(cli, instances, {
    env: { DATABASE_URL: url.href },
    limits: quickLimits,
  });
  const load = startRecordedLoad({ urls, secret, clients: 20, random });
  await until(() => load.history.length > 0 && receiver.requests.length > 0);
  await delay(500 + random.below(1_000));

  pair.losePrimary(loss);
  const operations = load.history.length;
  await delay(random.below(500));
  // In this order: first nobody reaches the old one any more.
  forwarder.pointTo(undefined);
  await pair.promote();
  forwarder.pointTo(pair.standby.port);
  const backMs = await untilAll(urls, secret, 200);
  await until(() => load.history.length > operations);
  await delay(500);
  await load.stop();

  t.diagnostic(`${loss}: serving again ${backMs} ms after the promotion. ${summaryOf(load)}`);
  const after = await openStore(checkDatabase(pair.standby.url));
  t.after(() => after.close());
  assert.deepEqual(await faultsOf(load, after), []);
  const { seq } = await after.head();
  await receiver.untilAccepted(seq - firstSeq);
  assertInOrder(receiver.requests, firstSeq + 1, seq);
  assert.deepEqual(receiver.faults, []);
}
