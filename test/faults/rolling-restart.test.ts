import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { percentile } from '../support/load/generator.ts';
import { startSteadyLoad } from '../support/load/workloads.ts';
import { inForm, long } from '../support/long-form.ts';
import { type Balancer, noBalancer, startBalancer } from '../support/network/balancer.ts';
import { createDatabase } from '../support/postgres/database.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { addPets, createKey, numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const restarts = inForm({ short: 2, long: 30 });
const pets = 50;

/** Connections of callers that wait for nothing; one of them has been answered before. */
async function openIdle({ port }: ServiceProcess): Promise<Socket[]> {
  const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  sockets[0]?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(sockets[0] as Socket, 'data');
  return sockets;
}

type Instances = { readonly balancer: Balancer; readonly serve: (index: number) => Promise<ServiceProcess> };

async function roll(t: TestContext, { balancer, serve }: Instances, secret: string): Promise<void> {
  const servers = await Promise.all([0, 1, 2].map(serve));
  const allThere = () => until(async () => (await balancer.instances()) === 3);
  await allThere();
  const steady = startSteadyLoad({ url: balancer.url, secret, pets, clients: 2, pauseMs: 10 });
  const loads = [steady];
  const stops: number[] = [];
  for (let round = 0; round < restarts; round++) {
    const index = round % 3;
    const server = servers[index] as ServiceProcess;
    const idle = await openIdle(server);
    // The moment that may lose a call is the stop.
    const load = startSteadyLoad({ url: balancer.url, secret, pets, clients: 16, pauseMs: 2 });
    loads.push(load);
    await until(() => load.latenciesMs.length > 100);
    const startedMs = Date.now();
    const { code, stderr } = await server.signal('SIGTERM');
    stops.push(Date.now() - startedMs);
    await load.stop();
    assert.equal(code, 0, stderr);
    for (const socket of idle) socket.destroy();
    servers[index] = await serve(index);
    // The balancer has to see it before the next one may go.
    await allThere();
  }
  await steady.stop();
  const latenciesMs = loads.flatMap((load) => load.latenciesMs);
  t.diagnostic(
    `${latenciesMs.length} calls over ${stops.length} restarts; 99 % within ${percentile(latenciesMs, 0.99).toFixed(0)} ms, the longest ${percentile(latenciesMs, 1).toFixed(0)} ms; an instance stopped within ${Math.max(...stops)} ms`,
  );
  for (const { responses } of loads) assert.deepEqual([...responses.keys()], ['200'], JSON.stringify([...responses]));
  assert.ok(steady.latenciesMs.length > 10);
  assert.ok(Math.max(...stops) < 20_000);
}

function serveAt(cli: CliHarness, { ports }: Balancer, env: Record<string, string>): Instances['serve'] {
  return (index) => cli.serve(['--port', String(ports[index])], { env });
}

async function prepare(store: Store): Promise<string> {
  await addPets(store, numberedPets(pets, 1));
  return createKey(store);
}

test('three instances on one file are restarted one by one behind a balancer, and no call fails', {
  skip: noBalancer,
}, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.inStore(prepare);
  const balancer = await startBalancer(t, cli.folder);
  await roll(t, { balancer, serve: serveAt(cli, balancer, {}) }, secret);
  assert.equal((await cli.run(['verify'])).code, 0);
});

test('the same on PostgreSQL', { skip: noBalancer || (long ? false : 'only with FAULTS=long') }, async (t) => {
  const cli = openCliHarness(t);
  const database = await createDatabase();
  t.after(database.drop);
  const env = { DATABASE_URL: database.url };
  const store = await openStore(checkDatabase(database.url));
  const secret = await prepare(store).finally(() => store.close());
  const balancer = await startBalancer(t, cli.folder);
  await roll(t, { balancer, serve: serveAt(cli, balancer, env) }, secret);
  assert.equal((await cli.run(['verify'], { env })).code, 0);
});
