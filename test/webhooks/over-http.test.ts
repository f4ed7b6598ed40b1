import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
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

test('events are sent again in order with the same ids, from a change or a time on, while new ones go first', async (t) => {
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
  const first = receiver.accepted.map(({ id }) => id);
  // The receiver delays the tenth message, so that new changes happen in the middle of the replay.
  const held = Promise.withResolvers<void>();
  receiver.behaviour = async (response) => {
    if (receiver.requests.length === count + 10) await held.promise;
    response.writeHead(200).end();
  };
  assert.equal((await call('POST', '/shop/replay', { after: 1 })).body.replay.position, 1);
  await until(() => receiver.requests.length === count + 10);
  for (let i = 0; i < 10; i++) await change(service);
  held.resolve();
  await until(async () => (await call('GET', '/shop')).body.replay === null);
  const after = receiver.accepted.slice(count);
  const replayed = after.filter(({ data }) => data.seq <= count + 1);
  const fresh = after.filter(({ data }) => data.seq > count + 1);
  assert.deepEqual(
    replayed.map(({ id }) => id),
    first,
    'all of them once, in the order of the ledger, with the id of the first time',
  );
  const seqs = fresh.map(({ data }) => data.seq);
  assert.deepEqual(seqs, seqsFrom(count + 2, 10));
  assert.ok(
    after.indexOf(fresh.at(-1) as Received) < count,
    `the new ones did not wait for all ${count}`,
  );

  await untilAcknowledged();
  const sent = receiver.requests.length;
  const [last] = await service.store.entriesAfter(count + 10, 1);
  const since = new Date(last?.atMs ?? 0).toISOString();
  await call('POST', '/shop/replay', { since });
  await until(
    () => receiver.requests.length > sent && receiver.requests.at(-1)?.data.seq === count + 11,
  );
  assert.equal(
    (await call('POST', '/shop/replay', { after: count + 11 })).body.replay,
    null,
    'there is nothing to send',
  );
  for (const body of [{}, { after: 1, since }])
    assert.equal((await call('POST', '/shop/replay', body)).status, 400);
});

test('attempts and tests are listed with the first KiB of their answers; a few endpoints are tested at a time', async (t) => {
  const { service, call, receiver, add } = await start(t);
  receiver.behaviour = (response) => response.writeHead(500).end('x'.repeat(5_000));
  await add();
  await change(service);
  const attempts = async () => (await call('GET', '/shop/attempts')).body;
  await until(async () => (await attempts()).length === 1);
  const [{ seq, petId, event, status, error, response, durationMs }] = await attempts();
  assert.deepEqual(
    [seq, petId, event, status, error, response],
    [2, 1, 'changed', 500, null, 'x'.repeat(1_024)],
  );
  assert.ok(durationMs >= 0);
  receiver.behaviour = 'reset';
  await call('PATCH', '/shop', { paused: false });
  await until(async () => (await attempts()).length === 2);
  assert.deepEqual(
    [(await attempts())[0].status, (await attempts())[0].error],
    [null, 'ECONNRESET'],
  );

  const held: ServerResponse[] = [];
  receiver.behaviour = (response) => held.push(response);
  const tests = Array.from({ length: limits.webhookTestsMax }, () => call('POST', '/shop/test'));
  await until(() => held.length === tests.length);
  const further = await call('POST', '/shop/test');
  assert.deepEqual([further.status, further.body.code], [503, 'overloaded']);
  assert.ok(further.headers.has('retry-after'));
  assert.equal((await service.call('GET', '/v1/inventory')).status, 200, 'everyone else is served');
  for (const response of held) response.writeHead(204).end();
  for (const { body } of await Promise.all(tests)) assert.equal(body.delivered, true);
  receiver.behaviour = 204;
  assert.equal((await call('POST', '/shop/test')).body.delivered, true);
  const tested = (await attempts()).find((attempt: { event: string }) => attempt.event === 'test');
  assert.deepEqual([tested.seq, tested.petId, tested.status, tested.error], [0, null, 204, null]);
});

const forbidden = [
  ...['http://0177.0.0.1/', 'http://127.0.0.1./', 'http://127。0。0。1/', 'http:10.0.0.1'],
  ...['http://localhost:9/', 'https://Pawstock.LOCALHOST./', 'http://[::ffff:7f00:1]/'],
  ...[
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0.0.0.0/',
  ],
  ...[
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://100.64.0.1/',
  ],
  'http://168.63.129.16/',
  ...['http://224.0.0.1/', 'http://255.255.255.255/', 'http://192.0.2.1/', 'http://198.18.0.1/'],
  ...[
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
  ],
  ...['http://[::ffff:10.0.0.1]/', 'http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::]/'],
  ...['http://[2001:db8::1]/', 'http://[::127.0.0.1]/', 'http://[100::1]/', 'http://[5f00::1]/'],
];

test('an address that is not public is forbidden in every way of writing it, unless the operator allows it', () => {
  const isForbidden = (url: string, allowed = '') =>
    hasForbiddenAddress(new URL(url), parseNetworks(allowed) ?? assert.fail(allowed));
  for (const url of forbidden) assert.ok(isForbidden(url), url);
  for (const url of ['https://8.8.8.8/', 'https://[2606:4700::1111]/', 'https://a.test/'])
    assert.ok(!isForbidden(url));
  const allowed = ' 10.1.0.0/16, fd00::/8,127.0.0.1';
  for (const url of ['http://10.1.2.3/', 'http://127.0.0.1/', 'http://[fd12::1]/'])
    assert.ok(!isForbidden(url, allowed));
  for (const url of ['http://10.2.0.0/', 'http://127.0.0.2/'])
    assert.ok(isForbidden(url, allowed), url);
});

test('a name that changes its mind is connected to only at addresses that are allowed', async (t) => {
  let address = '127.0.0.2';
  const nameServer = await NameServer.start(t, () => [address]);
  const { service, call } = await start(t, '127.0.0.2/32', [nameServer.address]);
  const allowed = await Receiver.start(t, { host: '127.0.0.2' });
  const other = await Receiver.start(t, { host: '127.0.0.3', port: allowed.port });
  const direct = await call('POST', '', { name: 'direct', url: `http://127.0.0.3:${other.port}/` });
  assert.deepEqual([direct.status, direct.body.code], [400, 'invalid_value']);
  assert.match(direct.body.message, /not at a public address/);
  const added = await call('POST', '', {
    name: 'shop',
    url: `http://changing.test:${allowed.port}/hook`,
  });
  assert.equal(added.status, 201);
  assert.equal(
    (await call('PATCH', '/shop', { url: `http://127.0.0.3:${other.port}/` })).status,
    400,
  );
  // The receiver closes the connection after each response, so the service resolves the host name
  // again for each event.
  allowed.behaviour = (response) => response.writeHead(200, { connection: 'close' }).end();
  await change(service);
  await allowed.untilAccepted(1);
  assert.deepEqual(
    new Set(nameServer.questions.map(({ name }) => name)),
    new Set(['changing.test']),
  );
  address = '127.0.0.3';
  await change(service);
  await until(async () => (await endpointIn(service.store)).failures > 0);
  assert.match((await endpointIn(service.store)).lastAnswer ?? '', /not at a public address/);
  assert.doesNotMatch(
    (await endpointIn(service.store)).lastAnswer ?? '',
    /127/,
    'how it resolves is not told',
  );
  const { delivered, answer } = (await call('POST', '/shop/test')).body;
  assert.deepEqual([delivered, /not at a public address/.test(answer)], [false, true]);
  assert.equal(other.requests.length, 0, 'nothing was sent there');
  // The service also refuses an IPv4 address in IPv6 notation if the address is not public.
  address = '::ffff:127.0.0.3';
  assert.equal((await call('POST', '/shop/test')).body.delivered, false);
  address = '127.0.0.2';
  await call('PATCH', '/shop', { paused: false });
  await allowed.untilAccepted(2);
  assert.equal(other.requests.length, 0);
});
