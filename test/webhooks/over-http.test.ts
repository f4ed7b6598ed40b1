import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { hasForbiddenAddress, parseNetworks } from '../../src/webhooks/networks.ts';
import { NameServer } from '../support/network/name-server.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { endpointIn, quickLimits } from '../support/webhooks/endpoint.ts';
import { type Received, Receiver } from '../support/webhooks/receiver.ts';

/** Tests how owners manage endpoints over HTTP. No message leaves 127.0.0.0/8. */

async function start(t: TestContext, networks = '127.0.0.0/8', nameServers?: readonly string[]) {
  const service = await startService(t, {
    ...(nameServers && { nameServers }),
    settings: { WEBHOOK_NETWORKS: networks },
    limits: quickLimits,
  });
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const headers = { authorization: `Bearer ${owner}` };
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await service.call(method, `/v1/webhooks${path}`, { body, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const receiver = await Receiver.start(t);
  /** Adds an endpoint called "shop" that gets one message for each change. */
  const add = async () =>
    (await call('POST', '', { name: 'shop', url: receiver.url, events: ['changed'] })).body;
  return { service, call, receiver, add };
}

const change = (service: TestService) =>
  service.call('POST', '/v1/inventory/1/adjustments', { body: { delta: 1 } });

const seqsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

test('a replay', async (t) => {
  const { service, call, receiver, add } = await start(t);
  const count = 60;
  await add();
  await addPets(
    service.store,
    seqsFrom(10, count).map((petId) => ({ petId: BigInt(petId), quantity: 1 })),
  );
  await receiver.untilAccepted(count);
  const metrics = async () => (await service.call('GET', '/metrics')).text();
  const untilAcknowledged = () =>
    until(async () => (await metrics()).includes('pawstock_webhook_lag_entries 0\n'));
  await untilAcknowledged();
  const firstIds = receiver.accepted.map(({ id }) => id);

  // The receiver delays the tenth message, so that new changes happen in the middle of the replay.
  const held = Promise.withResolvers<void>();
  receiver.behaviour = async (response) => {
    if (receiver.requests.length === count + 10) await held.promise;
    response.writeHead(200).end();
  };
  const { body: replayed } = await call('POST', '/shop/replay', { after: 1 });
  await until(() => receiver.requests.length === count + 10);
  for (let i = 0; i < 10; i++) await change(service);
  held.resolve();
  await until(async () => (await call('GET', '/shop')).body.replay === null);
  const sent = receiver.accepted.slice(count);
  const isNew = ({ data }: Received) => data.seq > count + 1;

  await t.test('begins after the change that is asked for', () => {
    assert.equal(replayed.replay.position, 1);
  });

  await t.test('sends all messages once, in order, with the IDs of the first time', () => {
    const ids = sent.filter((message) => !isNew(message)).map(({ id }) => id);
    assert.deepEqual(ids, firstIds);
  });

  await t.test('lets new messages go first', () => {
    const seqs = sent.filter(isNew).map(({ data }) => data.seq);
    assert.deepEqual(seqs, seqsFrom(count + 2, 10));
    assert.ok(sent.findLastIndex(isNew) < count, `the new ones did not wait for all ${count}`);
  });

  const [last] = await service.store.entriesAfter(count + 10, 1);
  const since = new Date(last?.atMs ?? 0).toISOString();

  await t.test('begins at the time that is asked for', async () => {
    await untilAcknowledged();
    const before = receiver.requests.length;
    await call('POST', '/shop/replay', { since });
    await until(() => receiver.requests.slice(before).at(-1)?.data.seq === count + 11);
  });

  await t.test('of nothing is none', async () => {
    const { body } = await call('POST', '/shop/replay', { after: count + 11 });
    assert.equal(body.replay, null);
  });

  await t.test('without a beginning is refused', async () => {
    assert.equal((await call('POST', '/shop/replay', {})).status, 400);
  });

  await t.test('with two beginnings is refused', async () => {
    assert.equal((await call('POST', '/shop/replay', { after: 1, since })).status, 400);
  });
});

type Attempt = {
  readonly seq: number;
  readonly petId: number | null;
  readonly event: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
  readonly durationMs: number;
};

test('an attempt', async (t) => {
  const { service, call, receiver, add } = await start(t);
  receiver.behaviour = (response) => response.writeHead(500).end('x'.repeat(5_000));
  await add();
  await change(service);
  const attempts = async (): Promise<Attempt[]> => (await call('GET', '/shop/attempts')).body;

  await t.test('is listed with its answer, of which the first KiB is kept', async () => {
    await until(async () => (await attempts()).length > 0);
    const first = (await attempts()).at(-1);
    assert.partialDeepStrictEqual(first, {
      seq: 2,
      petId: 1,
      event: 'changed',
      status: 500,
      error: null,
      response: 'x'.repeat(1_024),
    });
    assert.ok((first?.durationMs ?? -1) >= 0, `it took ${first?.durationMs} ms`);
  });

  await t.test('without an answer is listed with its error', async () => {
    receiver.behaviour = 'reset';
    await call('PATCH', '/shop', { paused: false });
    await until(async () => (await attempts()).some(({ error }) => error === 'ECONNRESET'));
    const reset = (await attempts()).find(({ error }) => error === 'ECONNRESET');
    assert.equal(reset?.status, null);
  });

  await t.test('to test an endpoint is listed without a change', async () => {
    receiver.behaviour = 204;
    assert.equal((await call('POST', '/shop/test')).body.delivered, true);
    const tested = (await attempts()).find(({ event }) => event === 'test');
    assert.partialDeepStrictEqual(tested, { seq: 0, petId: null, status: 204, error: null });
  });
});

test('while an owner tests as many endpoints as may be at a time,', async (t) => {
  const { service, call, receiver, add } = await start(t);
  await add();
  const held: ServerResponse[] = [];
  receiver.behaviour = (response) => held.push(response);
  const atOnce = limits.webhookTestsPerKeyMax;
  const tests = Array.from({ length: atOnce }, () => call('POST', '/shop/test'));
  await until(() => held.length === atOnce);

  await t.test('a further test is refused for a while', async () => {
    const further = await call('POST', '/shop/test');
    assert.equal(further.status, 503);
    assert.equal(further.body.code, 'overloaded');
    assert.ok(further.headers.has('retry-after'));
  });

  await t.test('another owner can test an endpoint', async () => {
    const secret = await createKey(service.store, { name: 'partner', scope: 'owner' });
    const headers = { authorization: `Bearer ${secret}` };
    const theirs = service.call('POST', '/v1/webhooks/shop/test', { headers });
    await until(() => held.length === atOnce + 1);
    held.pop()?.writeHead(204).end();
    assert.equal((await theirs).status, 200);
  });

  await t.test('other requests are served', async () => {
    assert.equal((await service.call('GET', '/v1/inventory')).status, 200);
  });

  await t.test('each of them succeeds once its receiver answers', async () => {
    for (const response of held) response.writeHead(204).end();
    for (const { body } of await Promise.all(tests)) assert.equal(body.delivered, true);
  });

  await t.test('and the next one after them', async () => {
    receiver.behaviour = 204;
    assert.equal((await call('POST', '/shop/test')).body.delivered, true);
  });
});

const forbidden = [
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://127。0。0。1/',
  'http:10.0.0.1',
  'http://localhost:9/',
  'https://Pawstock.LOCALHOST./',
  'http://[::ffff:7f00:1]/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/',
  'http://100.64.0.1/',
  'http://168.63.129.16/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[ff02::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[::127.0.0.1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
];

describe('an endpoint at an address that is not public', () => {
  const isForbidden = (url: string, allowed = '') => {
    const networks = parseNetworks(allowed);
    assert.ok(networks !== undefined, `${allowed} is a list of networks`);
    return hasForbiddenAddress(new URL(url), networks);
  };

  for (const url of forbidden) {
    test(`is forbidden: ${url}`, () => assert.ok(isForbidden(url)));
  }

  for (const url of ['https://8.8.8.8/', 'https://[2606:4700::1111]/', 'https://a.test/']) {
    test(`is not ${url}`, () => assert.ok(!isForbidden(url)));
  }

  const networks = ' 10.1.0.0/16, fd00::/8,127.0.0.1';

  for (const url of ['http://10.1.2.3/', 'http://127.0.0.1/', 'http://[fd12::1]/']) {
    test(`is allowed if it is in a network of the operator: ${url}`, () => {
      assert.ok(!isForbidden(url, networks));
    });
  }

  for (const url of ['http://10.2.0.0/', 'http://127.0.0.2/']) {
    test(`is forbidden if it is in no network of the operator: ${url}`, () => {
      assert.ok(isForbidden(url, networks));
    });
  }
});

test('with one address that the operator allows, an endpoint', async (t) => {
  let address = '127.0.0.2';
  const nameServer = await NameServer.start(t, () => [address]);
  const { service, call } = await start(t, '127.0.0.2/32', [nameServer.address]);
  const allowed = await Receiver.start(t, { host: '127.0.0.2' });
  const other = await Receiver.start(t, { host: '127.0.0.3', port: allowed.port });
  const otherUrl = `http://127.0.0.3:${other.port}/`;
  const changingUrl = `http://changing.test:${allowed.port}/hook`;

  await t.test('at another address is not added', async () => {
    const direct = await call('POST', '', { name: 'direct', url: otherUrl });
    assert.equal(direct.status, 400);
    assert.equal(direct.body.code, 'invalid_value');
    assert.match(direct.body.message, /not at a public address/);
  });

  await t.test('at a name is added, as a name may change its address', async () => {
    assert.equal((await call('POST', '', { name: 'shop', url: changingUrl })).status, 201);
  });

  await t.test('is not moved to another address', async () => {
    assert.equal((await call('PATCH', '/shop', { url: otherUrl })).status, 400);
  });

  await t.test('at a name gets its messages at the allowed address', async () => {
    // The receiver closes the connection after each response, so the service resolves the host name
    // again for each event.
    allowed.behaviour = (response) => response.writeHead(200, { connection: 'close' }).end();
    await change(service);
    await allowed.untilAccepted(1);

    const names = new Set(nameServer.questions.map(({ name }) => name));
    assert.deepEqual([...names], ['changing.test']);
  });

  await t.test('whose name changes to another address fails', async () => {
    address = '127.0.0.3';
    await change(service);
    await until(async () => (await endpointIn(service.store)).failures > 0);

    const { lastAnswer } = await endpointIn(service.store);
    assert.match(lastAnswer ?? '', /not at a public address/);
    assert.doesNotMatch(lastAnswer ?? '', /127/, 'the address of the name is not told');
  });

  await t.test('whose name has another address cannot be tested', async () => {
    const { delivered, answer } = (await call('POST', '/shop/test')).body;
    assert.equal(delivered, false);
    assert.match(answer, /not at a public address/);
  });

  await t.test('whose name has another address in the form of IPv6 cannot be tested', async () => {
    address = '::ffff:127.0.0.3';
    assert.equal((await call('POST', '/shop/test')).body.delivered, false);
  });

  await t.test('whose name has the allowed address again gets its messages', async () => {
    address = '127.0.0.2';
    await call('PATCH', '/shop', { paused: false });
    await allowed.untilAccepted(2);
  });

  await t.test('has sent nothing to the other address', () => {
    assert.equal(other.requests.length, 0);
  });
});
