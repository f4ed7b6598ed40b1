import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Balancer, noBalancer, startBalancer } from '../support/balancer.ts';
import { long } from '../support/long-form.ts';
import { percentile, startNormalCallers } from '../support/normal-callers.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { openShop, type Server, type Shop } from '../support/process.ts';

const rolls = long ? 10 : 1;
const pets = 50;

/** Connections of callers that wait for nothing; one of them has been answered before. */
async function openIdle({ port }: Server): Promise<Socket[]> {
  const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  sockets[0]?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(sockets[0] as Socket, 'data');
  return sockets;
}

type Instances = { readonly balancer: Balancer; readonly serve: (index: number) => Promise<Server> };

async function roll(t: TestContext, { balancer, serve }: Instances, secret: string): Promise<void> {
  const servers = await Promise.all([0, 1].map(serve));
  while ((await fetch(`${balancer.url}/readyz`)).status !== 200) await delay(50);
  const load = startNormalCallers({ url: balancer.url, secret, pets, callers: 16, pauseMs: 2 });
  const stops: number[] = [];
  await delay(500);
  for (let round = 0; round < 2 * rolls; round++) {
    const index = round % 2;
    const server = servers[index] as Server;
    const idle = await openIdle(server);
    const startedMs = Date.now();
    const { code, stderr } = await server.signal('SIGTERM');
    stops.push(Date.now() - startedMs);
    assert.equal(code, 0, stderr);
    for (const socket of idle) socket.destroy();
    servers[index] = await serve(index);
    // The balancer has to see it before the next one may go.
    await delay(2_000);
  }
  await load.stop();
  t.diagnostic(
    `${load.latenciesMs.length} calls over ${stops.length} restarts, ${load.failures.length} failed; 99 % within ${percentile(load.latenciesMs, 0.99).toFixed(0)} ms, the longest ${percentile(load.latenciesMs, 1).toFixed(0)} ms; an instance stopped within ${Math.max(...stops)} ms`,
  );
  assert.deepEqual(load.failures, []);
  assert.ok(load.latenciesMs.length > 300);
  assert.ok(Math.max(...stops) < 10_000);
}

function serveAt(shop: Shop, { ports }: Balancer, env: Record<string, string>): Instances['serve'] {
  return (index) => shop.serve(['--port', String(ports[index])], { env });
}

const stocked = Array.from({ length: pets }, (_, petId) => `${petId},1,available\n`).join('');

async function stockAndKey(shop: Shop, env: Record<string, string>): Promise<string> {
  await shop.run(['import', '-'], { input: `petId,quantity,status\n${stocked}`, env });
  return (await shop.run(['keys', 'create', 'till'], { env })).stdout.trim();
}

test('two instances on one file are restarted one by one behind a balancer, and no call fails', {
  skip: noBalancer,
}, async (t) => {
  const shop = openShop(t);
  const secret = await stockAndKey(shop, {});
  const balancer = await startBalancer(t, shop.folder);
  await roll(t, { balancer, serve: serveAt(shop, balancer, {}) }, secret);
  assert.equal((await shop.run(['verify'])).code, 0);
});

test('the same on PostgreSQL', { skip: noBalancer || (long ? false : 'only with FAULTS=long') }, async (t) => {
  const shop = openShop(t);
  const database = await createDatabase();
  t.after(database.drop);
  const env = { DATABASE_URL: database.url };
  const secret = await stockAndKey(shop, env);
  const balancer = await startBalancer(t, shop.folder);
  await roll(t, { balancer, serve: serveAt(shop, balancer, env) }, secret);
  assert.equal((await shop.run(['verify'], { env })).code, 0);
});
