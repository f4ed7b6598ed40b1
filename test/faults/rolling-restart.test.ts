import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { startSteadyLoad } from '../support/load/generator.ts';
import { inForm } from '../support/long-form.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

const restarts = inForm({ short: 1, long: 30 });
const pets = 50;
const recommended = new URL('../../deploy/haproxy-hosts.cfg', import.meta.url);

/** Starts HAProxy with the recommended configuration on free ports. */
async function startBalancer(cli: CliHarness) {
  const places = ['8080', '8081', '8082', '8083'];
  const ports = await Promise.all(places.map(freePort));
  const figures = join(cli.folder, 'haproxy.sock');
  const file = join(cli.folder, 'haproxy.cfg');
  const text = places.reduce(
    (config, place, index) => config.replace(`:${place}\n`, `:${ports[index]}\n`),
    readFileSync(recommended, 'utf8')
      .replace('bind :', 'bind 127.0.0.1:')
      .replace('global\n', `global\n    stats socket ${figures}\n`),
  );
  writeFileSync(file, text);
  cli.launchProgram('haproxy', ['-db', '-f', file], {});
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    ports: ports.slice(1),
    /** Returns the number of instances that HAProxy currently considers up. */
    instances: async () => {
      let said = '';
      for await (const chunk of connect(figures).end('show stat\n')) said += chunk;
      return [...said.matchAll(/^pawstock,(?:one|two|three),.*,UP,/gm)].length;
    },
  };
}

test('no call fails while instances behind a balancer are restarted one by one', {
  skip: skipWithout('haproxy', '-v'),
}, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey(numberedPets(pets, 1));
  const { url, ports, instances } = await startBalancer(cli);
  const serve = (index: number) => cli.serve(['--port', String(ports[index])]);
  const servers = await Promise.all([0, 1, 2].map(serve));
  const allThere = () => until(async () => (await instances().catch(() => 0)) === 3);
  await allThere();

  const steady = startSteadyLoad({ url, secret, pets, clients: 2, pauseMs: 10 });
  const loads = [steady];

  for (let round = 0; round < restarts; round++) {
    const index = round % 3;
    const server = servers[index] as ServiceProcess;
    // Opens idle connections, one of which has received a response.
    const idle = Array.from({ length: 5 }, (_, n) =>
      openSocket(server.port, n === 0 ? 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n' : ''),
    );
    await idle[0]?.until('HTTP/1.1 200');
    await Promise.all(idle.map(({ connected }) => connected));

    // Requests get lost most easily at the moment when an instance stops, so the load is heavy
    // then.
    const load = startSteadyLoad({ url, secret, pets, clients: 16, pauseMs: 2 });
    loads.push(load);
    await until(() => (load.responses.get('200') ?? 0) > 100);
    const { code, stderr } = await server.signal('SIGTERM');
    await load.stop();
    assert.equal(code, 0, stderr);

    servers[index] = await serve(index);
    // HAProxy must see the restarted instance before the next one stops.
    await allThere();
  }

  await steady.stop();

  for (const { responses } of loads)
    assert.deepEqual([...responses.keys()], ['200'], JSON.stringify([...responses]));
  assert.ok((steady.responses.get('200') ?? 0) > 10, 'hardly a call was made');
  assert.equal((await cli.run(['verify'])).code, 0);
});
