import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { skipWithout } from './tool.ts';

/** HAProxy with the configuration that we recommend, on other addresses. */

export const noBalancer = skipWithout('haproxy', '-v');

const recommended = new URL('../../deploy/haproxy.cfg', import.meta.url);

export type Balancer = {
  readonly url: string;
  /** Where it expects the instances. */
  readonly ports: readonly [number, number];
  readonly file: string;
};

export async function startBalancer(t: TestContext, folder: string): Promise<Balancer> {
  const [port, one, two] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  const text = readFileSync(recommended, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('pawstock-1:8080', `127.0.0.1:${one}`)
    .replace('pawstock-2:8080', `127.0.0.1:${two}`);
  writeFileSync(file, text);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => stop(child));
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; !(await answers(url)); attempt++) {
    if (attempt > 100 || child.exitCode !== null) throw new Error(`haproxy does not start: ${said}`);
    await delay(50);
  }
  return { url, ports: [one, two], file };
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
