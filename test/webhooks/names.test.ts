import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { addressesInHosts, resolveName } from '../../src/webhooks/name-resolution.ts';
import { NameServer } from '../support/network/name-server.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import {
  addEndpoint,
  changeBeside,
  endpointIn,
  quickLimits,
} from '../support/webhooks/endpoint.ts';
import { addHanging, endless, hanging, untilAllHang } from '../support/webhooks/hanging.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

/** How the hosts of endpoints are found. */

/** Starts a service whose endpoints are found by a name server of the test. */
function start(t: TestContext, nameServer: NameServer, limits: Partial<Limits> = {}) {
  return startService(t, {
    limits: { ...quickLimits, ...limits },
    nameServers: [nameServer.address],
  });
}

const soon = { webhookLookupMs: 300 };

test('name servers that never answer for twenty endpoints do not delay another endpoint', async (t) => {
  const receiver = await Receiver.start(t);
  const nameServer = await NameServer.start(t, ({ name }) =>
    name === 'healthy.test' ? ['127.0.0.1'] : 'hang',
  );
  const service = await start(t, nameServer, endless);
  await addHanging(service.store);
  const healthy = `http://healthy.test:${receiver.port}/hook`;
  await addEndpoint(service.store, healthy, { name: 'healthy' });

  await changeBeside(service.store, 1);
  await untilAllHang(nameServer);
  await changeBeside(service.store, 10);
  await receiver.untilAccepted(11);
  for (const name of hanging)
    assert.equal((await endpointIn(service.store, name)).lastAnswer, null, name);
});

/** Asserts that no name server was asked again, which happens while a lookup goes on. */
function assertAskedOnce({ questions }: NameServer): void {
  const types = questions.map(({ type }) => type);
  assert.deepEqual(types.toSorted(), ['A', 'AAAA']);
}

test('a lookup ends after its time limit', async (t) => {
  const nameServer = await NameServer.start(t, () => 'hang');
  const resolution = resolveName('hangs.test', {
    nameServers: [nameServer.address],
    timers: systemPlatform,
    timeoutMs: 300,
    signal: new AbortController().signal,
  });
  await assert.rejects(resolution, { code: 'EAI_AGAIN' });
  assertAskedOnce(nameServer);
});

test('a lookup that ends after its time limit counts as a failed attempt', async (t) => {
  const nameServer = await NameServer.start(t, () => 'hang');
  const service = await start(t, nameServer, soon);
  await addEndpoint(service.store, 'http://hangs.test/');
  await changeBeside(service.store, 1);
  await until(async () => (await endpointIn(service.store)).lastAnswer === 'EAI_AGAIN');
});

test('a lookup is cancelled with its attempt', async (t) => {
  const nameServer = await NameServer.start(t, () => 'hang');
  const attempt = new AbortController();
  const resolution = resolveName('hangs.test', {
    nameServers: [nameServer.address],
    timers: systemPlatform,
    timeoutMs: endless.webhookLookupMs,
    signal: attempt.signal,
  });
  await until(() => nameServer.questions.length === 2);
  attempt.abort();
  await assert.rejects(resolution, { code: 'EAI_AGAIN' });
  assertAskedOnce(nameServer);
});

test('an IPv4 address is used even if the name server never answers for IPv6', async (t) => {
  const receiver = await Receiver.start(t);
  const nameServer = await NameServer.start(t, ({ type }) =>
    type === 'A' ? ['127.0.0.1'] : 'hang',
  );
  const service = await start(t, nameServer, soon);
  await addEndpoint(service.store, `http://shop.test:${receiver.port}/hook`);
  await changeBeside(service.store, 1);
  await receiver.untilAccepted(1);
});

test('a name without an address is told from name servers that do not answer', async (t) => {
  const nameServer = await NameServer.start(t, () => []);
  const service = await start(t, nameServer);
  await addEndpoint(service.store, 'http://unknown.test/');
  await changeBeside(service.store, 1);
  await until(async () => (await endpointIn(service.store)).lastAnswer === 'ENOTFOUND');
});

test('localhost is this machine, and no name server is asked for it', async (t) => {
  const receiver = await Receiver.start(t);
  const nameServer = await NameServer.start(t, () => ['127.0.0.9']);
  const service = await start(t, nameServer);
  await addEndpoint(service.store, `http://shop.localhost:${receiver.port}/hook`);
  await changeBeside(service.store, 1);
  await receiver.untilAccepted(1);
  assert.deepEqual(nameServer.questions, []);
});

const hosts = `
# 192.0.2.1 shop
192.0.2.2   other Shop.Example # 192.0.2.3 shop.example
\t2001:db8::4 shop.example
not-an-address shop.example
`;

for (const name of ['shop.example', 'SHOP.example', 'shop.example.']) {
  test(`all addresses of ${name} in /etc/hosts are found`, () => {
    assert.deepEqual(addressesInHosts(hosts, name), [
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::4', family: 6 },
    ]);
  });
}

const absent = [
  { title: 'a name in a comment', name: 'shop' },
  { title: 'a part of a name', name: 'example' },
  { title: 'an address', name: '192.0.2.3' },
  { title: 'an empty name', name: '' },
];
for (const { title, name } of absent) {
  test(`no address of ${title} is found in /etc/hosts`, () => {
    assert.deepEqual(addressesInHosts(hosts, name), []);
  });
}
