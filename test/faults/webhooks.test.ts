import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { limits } from '../../src/limits.ts';
import { checkDatabase } from '../../src/settings.ts';
import { figureOf } from '../support/http/figures.ts';
import { inForm, long } from '../support/long-form.ts';
import { createCertificate } from '../support/network/certificate.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { randomFor } from '../support/random.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { addPets, stockWithKey } from '../support/service/store-contents.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';
import {
  addEndpoint,
  assertInOrder,
  changeBeside,
  endpointIn,
  quickLimits,
} from '../support/webhooks/endpoint.ts';
import { type Behaviour, Receiver } from '../support/webhooks/receiver.ts';

/** Webhook limits with which failed deliveries are retried soon. */
const impatient = {
  ...quickLimits,
  webhookTickMs: 60,
  webhookPauseMinMs: 30,
  webhookPauseMaxMs: 100,
};

async function change(service: TestService, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const response = await service.call('POST', '/v1/inventory/1/adjustments', {
      body: { delta: 1 },
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  }
}

/**
 * A receiver fails if it does not respond within this time, which is long enough for a busy
 * machine.
 */
const webhookTimeoutMs = 1_000;

type Fault = { readonly behaviour: Behaviour; readonly answer: RegExp };

/**
 * Faulty receivers by the name of their endpoint. `target` is the receiver to which their
 * redirections point.
 */
const faultsWith = (target: Receiver): Readonly<Record<string, Fault>> => ({
  'answers-500': { behaviour: 500, answer: /^500$/ },
  hangs: { behaviour: 'hang', answer: /^no response within/ },
  'resets-the-connection': { behaviour: 'reset', answer: /ECONNRESET/ },
  'answers-with-garbage': {
    behaviour: (response) => response.socket?.end('not HTTP at all\r\n\r\n'),
    answer: /^HPE_/,
  },
  'answers-with-an-interim-response-and-nothing-else': {
    behaviour: (response) => response.writeProcessing(),
    answer: /^no response within/,
  },
  ...Object.fromEntries(
    [301, 302, 307, 308].map((status) => [
      `redirects-with-${status}`,
      {
        behaviour: (response: ServerResponse) =>
          response.writeHead(status, { location: target.url }).end(),
        answer: new RegExp(`^${status}$`),
      },
    ]),
  ),
});

const chunk = Buffer.alloc(64 * 1024);

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(chunk));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

test('receivers that fail', async (t) => {
  const service = await startService(t, { limits: { ...impatient, webhookTimeoutMs } });
  const good = await Receiver.start(t);
  const target = await Receiver.start(t);
  good.secret = await addEndpoint(service.store, good.url, { name: 'good' });
  const endless = await Receiver.start(t);
  endless.behaviour = pour;
  await addEndpoint(service.store, endless.url, { name: 'endless' });
  const faulty = await Promise.all(
    Object.entries(faultsWith(target)).map(async ([name, { behaviour, answer }]) => {
      const receiver = await Receiver.start(t);
      receiver.behaviour = behaviour;
      receiver.secret = await addEndpoint(service.store, receiver.url, { name });
      return { name, answer, receiver };
    }),
  );

  await t.test('hold up no write', () => change(service, 10));

  await t.test('hold up no other receiver', () => good.untilAccepted(10));

  await t.test('have answered, even if the answer never ends', async () => {
    await until(async () => (await endpointIn(service.store, 'endless')).cursor === 11);

    assertInOrder(endless.requests, 2, 11);
  });

  for (const { name, answer, receiver } of faulty) {
    await t.test(`get only their first message, again and again: ${name}`, async () => {
      // On a busy machine, the first attempt may time out although the receiver has responded, so
      // the test awaits two.
      await until(
        async () => {
          const { failures, lastAnswer } = await endpointIn(service.store, name);
          return failures >= 2 && answer.test(lastAnswer ?? '');
        },
        async () => JSON.stringify(await endpointIn(service.store, name)),
      );

      assert.equal((await endpointIn(service.store, name)).cursor, 1, 'the position in the ledger');
      const ids = new Set(receiver.requests.map(({ id }) => id));
      assert.equal(ids.size, 1, 'different messages');
    });
  }

  await t.test('redirect nothing to another address', () => {
    assert.deepEqual(target.requests, []);
  });

  for (const { receiver } of faulty) receiver.behaviour = 200;

  for (const { name, receiver } of [{ name: 'good', receiver: good }, ...faulty]) {
    await t.test(`get everything in order once they work: ${name}`, async () => {
      await receiver.untilAccepted(10);

      assertInOrder(receiver.accepted, 2, 11);
      assert.deepEqual(receiver.errors, [], 'signatures');
    });
  }
});

test('a receiver whose certificate cannot be trusted gets nothing', {
  skip: skipWithout('openssl', 'version'),
}, async (t) => {
  const files = createCertificate(temporaryFolder(t));
  const tls = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') };
  const receiver = await Receiver.start(t, { tls });
  const service = await startService(t, { limits: impatient });
  await addEndpoint(service.store, receiver.url);

  await change(service, 1);

  await until(async () => (await endpointIn(service.store)).failures >= 2);

  assert.match((await endpointIn(service.store)).lastAnswer ?? '', /SELF_SIGNED_CERT/);
  assert.deepEqual(receiver.requests, []);
});

/**
 * Returns the index of the instance that delivers webhooks, according to the instances' metrics.
 */
async function deliverer(servers: readonly ServiceProcess[], secret: string): Promise<number> {
  let found = -1;
  await until(async () => {
    for (const [index, server] of servers.entries()) {
      if ((await figureOf(server, secret, 'pawstock_webhook_lease')) === 1) found = index;
    }
    return found >= 0;
  });
  return found;
}

const kills = inForm({ short: 1, long: 12 });

test('the instance that delivers is killed', async (t) => {
  const random = randomFor(t);
  const cli = openCliHarness(t);
  const receiver = await Receiver.start(t);
  const store = await openStore({ engine: 'sqlite', file: cli.file });
  t.after(() => store.close());
  await addPets(store, [{ petId: 1n, quantity: 0 }]);
  receiver.secret = await addEndpoint(store, receiver.url);
  // Only one instance runs at a time, so a short lease for deliveries is safe, and the next
  // instance soon takes over.
  const limits = { ...impatient, webhookLeaseMs: 500 };
  const untilFatal = (act: (response: ServerResponse, killed: () => void) => void) =>
    new Promise<void>((resolve) => {
      const fatal = receiver.requests.length + 1 + random.below(8);
      receiver.behaviour = (response) => {
        if (receiver.requests.length < fatal) response.end();
        else act(response, resolve);
      };
    });
  /** Moments at which the service is killed. Each function resolves when its moment has come. */
  const points: Readonly<Record<string, () => Promise<void>>> = {
    'before anything is sent': () =>
      until(async () => (await store.webhooks()).lease.holder !== ''),
    'between sending and the answer': () => untilFatal((_, killed) => killed()),
    'between the answer and its storing': () =>
      untilFatal((response, killed) => response.end(killed)),
    'while progress is stored': async () => {
      const { cursor } = await endpointIn(store);
      await until(async () => (await endpointIn(store)).cursor > cursor);
    },
  };
  let written = 1;
  for (let round = 0; round < kills; round++) {
    for (const [point, reached] of Object.entries(points)) {
      await t.test(`${point}, round ${round + 1}`, async () => {
        await changeBeside(store, 20);
        written += 20;
        receiver.behaviour = 200;
        // All requests of the previously killed instance have ended by now.
        const moment = reached();
        const server = await cli.serve([], { limits });
        await moment;
        await server.signal('SIGKILL');
      });
    }
  }
  receiver.behaviour = 200;
  await cli.serve([], { limits });

  await t.test('the next one delivers all that is left', async () => {
    await receiver.untilAccepted(written - 1);
    await until(async () => (await endpointIn(store)).cursor === written);
  });

  await t.test('nothing is skipped, the order is kept, and repeats have their id', () => {
    assertInOrder(receiver.requests, 2, written);
  });

  await t.test('a message without an answer is sent again', (t) => {
    const repeats = receiver.requests.length - (written - 1);
    t.diagnostic(`${written - 1} messages, ${repeats} repeated`);

    assert.ok(repeats > 0);
  });

  await t.test('every signature is right', () => assert.deepEqual(receiver.errors, []));
});

/**
 * The time limit for another instance to take over deliveries. It exceeds the lease in production.
 */
const takeoverWithinMs = 30_000;

test('the lease is taken over within 30 s', () => {
  assert.ok(limits.webhookRenewIntervalMs * 2 + limits.webhookTickMs < limits.webhookLeaseMs);
  assert.ok(limits.webhookLeaseMs + 2 * limits.webhookTickMs < takeoverWithinMs);
});

test('two instances', async (t) => {
  const cli = openCliHarness(t);
  const receiver = await Receiver.start(t);
  const { url } = await createDatabase(t);
  const store = await openStore(checkDatabase(url));
  t.after(() => store.close());
  const secret = await stockWithKey(store, [{ petId: 1n, quantity: 0 }]);
  receiver.secret = await addEndpoint(store, receiver.url);
  const env = { DATABASE_URL: url };
  const instances = await startInstances(cli, 2, long ? { env } : { env, limits: impatient });
  const { servers } = instances;
  await changeBeside(store, 20);
  await receiver.untilAccepted(20);
  const first = await deliverer(servers, secret);
  await until(async () => (await endpointIn(store)).cursor === 21);

  await t.test('the other one delivers when the one that delivers is killed', async (t) => {
    await instances.kill(first);
    const killedAtMs = Date.now();
    await changeBeside(store, 20);

    await receiver.untilAccepted(40);

    const next = receiver.accepted.find(({ data }) => data.seq === 22);
    const tookMs = (next?.atMs ?? Number.NaN) - killedAtMs;
    t.diagnostic(`taken over ${tookMs} ms after the kill`);
    assert.ok(tookMs < takeoverWithinMs, `taken over after ${tookMs} ms`);
  });

  await t.test('the other one delivers when the one that delivers is stopped', async () => {
    await instances.restart(first);
    // An instance that shuts down gives up its lease, so the other instance can deliver at once.
    const second = servers[1 - first] as ServiceProcess;
    await second.signal('SIGTERM');
    await changeBeside(store, 20);

    await receiver.untilAccepted(60);
  });

  await t.test('nothing is skipped, the order is kept, and repeats have their id', () => {
    assertInOrder(receiver.requests, 2, 61);
  });

  await t.test('every signature is right', () => assert.deepEqual(receiver.errors, []));
});
