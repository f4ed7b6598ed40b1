import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../free-port.ts';
import { skipWithout } from '../tool.ts';
import { until } from '../until.ts';

/** HAProxy with the configuration that we recommend, on other ports. */

export const noBalancer = skipWithout('haproxy', '-v');

const recommended = new URL('../../../deploy/haproxy-hosts.cfg', import.meta.url);

export type Balancer = {
  readonly url: string;
  /** Where it expects the instances. */
  readonly ports: readonly number[];
  /** How many instances it sends callers to just now. */
  readonly instances: () => Promise<number>;
};

export async function startBalancer(t: TestContext, folder: string): Promise<Balancer> {
  const places = ['8080', '8081', '8082', '8083'];
  const [port = 0, ...ports] = await Promise.all(places.map(freePort));
  const figures = join(folder, 'haproxy.sock');
  const text = places.reduce(
    (config, place, index) => config.replace(`:${place}\n`, `:${[port, ...ports][index]}\n`),
    readFileSync(recommended, 'utf8')
      .replace('bind :', 'bind 127.0.0.1:')
      .replace('global\n', `global\n    stats socket ${figures}\n`),
  );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => stop(child));
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const url = `http://127.0.0.1:${port}`;
  await until(
    async () => child.exitCode !== null || answers(url),
    () => said,
  );
  if (child.exitCode !== null) throw new Error(`haproxy does not start: ${said}`);
  return { url, ports, instances: () => instancesIn(figures) };
}

/** What HAProxy says of itself: a line for each instance, with its state. */
async function instancesIn(socket: string): Promise<number> {
  let said = '';
  for await (const chunk of connect(socket).end('show stat\n')) said += chunk;
  return [...said.matchAll(/^pawstock,(?:one|two|three),.*,UP,/gm)].length;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => (await response.arrayBuffer()).byteLength >= 0,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
