import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startSteadyLoad } from '../support/load/generator.ts';
import { inForm } from '../support/long-form.ts';
import { noBalancer, startBalancer } from '../support/network/balancer.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const restarts = inForm({ short: 1, long: 30 });
const pets = 50;

/** Idle connections. One of them has got a response before. */
async function openIdle({ port }: ServiceProcess): Promise<Socket[]> {
  const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  sockets[0]?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(sockets[0] as Socket, 'data');
  return sockets;
}

async function roll(t: TestContext, cli: CliHarness, secret: string): Promise<void> {
  const balancer = await startBalancer(t, cli.folder);
  const serve = (index: number) => cli.serve(['--port', String(balancer.ports[index])]);
  const servers = await Promise.all([0, 1, 2].map(serve));
  const allThere = () => until(async () => (await balancer.instances()) === 3);
  await allThere();
  const steady = startSteadyLoad({ url: balancer.url, secret, pets, clients: 2, pauseMs: 10 });
  const loads = [steady];
  for (let round = 0; round < restarts; round++) {
    const index = round % 3;
    const server = servers[index] as ServiceProcess;
    const idle = await openIdle(server);
    // A call may be lost at the moment of the stop.
    const load = startSteadyLoad({ url: balancer.url, secret, pets, clients: 16, pauseMs: 2 });
    loads.push(load);
    await until(() => (load.responses.get('200') ?? 0) > 100);
    const { code, stderr } = await server.signal('SIGTERM');
    await load.stop();
    assert.equal(code, 0, stderr);
    for (const socket of idle) socket.destroy();
    servers[index] = await serve(index);
    // The balancer has to see it before the next one may go.
    await allThere();
  }
  await steady.stop();
  for (const { responses } of loads) assert.deepEqual([...responses.keys()], ['200'], JSON.stringify([...responses]));
  assert.ok((steady.responses.get('200') ?? 0) > 10);
}

test('three instances on one file are restarted one by one behind a balancer, and no call fails', {
  skip: noBalancer,
}, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock(numberedPets(pets, 1));
  await roll(t, cli, await cli.createKey());
  assert.equal((await cli.run(['verify'])).code, 0);
});
