import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import { noProc, openFiles, residentMb } from '../support/faults/process-usage.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { long } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

/** Open and silent, a few at a time. */
async function openConnections(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(100, count - sockets.length) }, () => connect(port, '127.0.0.1'));
    for (const socket of some) socket.on('error', () => undefined);
    await Promise.race([Promise.all(some.map((socket) => once(socket, 'connect'))), delay(500)]);
    sockets.push(...some);
  }
  return sockets;
}

test('more connections than the system allows files: those there are go on, and all is well afterwards', {
  skip: noProc,
}, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const secret = await cli.createKey();
  const fewFiles = join(cli.folder, 'few-files');
  writeFileSync(fewFiles, `#!/bin/sh\nulimit -n 200\nexec "${process.execPath}" "$@"\n`, { mode: 0o700 });
  const { port, pid, statusFor } = await cli.serve([], { node: fewFiles });
  const early = connect(port, '127.0.0.1');
  await once(early, 'connect');
  const sockets = await openConnections(port, 400);
  t.diagnostic(`${openFiles(pid)} files are open, of 200`);
  early.write(
    `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: 14\r\n\r\n{"quantity":7}`,
  );
  const [answer] = (await once(early, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 200 OK/);
  for (const socket of [early, ...sockets]) socket.destroy();
  await until(async () => (await statusFor(secret).catch(() => undefined)) === 200);
});

const filesAllowed = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).replace('unlimited', '1e9'));
const tooShort = long ? false : 'only with FAULTS=long';
const tooFew = filesAllowed > 2 * limits.connectionsMax - 1_000 ? false : `only ${filesAllowed} files may be open here`;

test(`more than ${limits.connectionsMax} connections: the others are closed at once and counted, and all is well afterwards`, {
  skip: tooShort || tooFew || noProc,
}, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const secret = await cli.createKey();
  const { port, pid, url, statusFor } = await cli.serve();
  const emptyMb = residentMb(pid);
  const keyed = `GET /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  const sockets: Socket[] = [];
  // Each has been answered once, so that it may stay for a while.
  while (sockets.length < limits.connectionsMax) {
    const some = await openConnections(port, 100);
    await Promise.all(some.map((socket) => [socket.write(keyed), once(socket, 'data')][1]));
    sockets.push(...some);
  }
  assert.equal((await openSocket(port).closed).toString(), '');
  t.diagnostic(`memory: ${emptyMb} MB without, ${residentMb(pid)} MB with ${sockets.length} connections`);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await statusFor(secret).catch(() => undefined)) === 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${secret}` } });
  assert.match(await metrics.text(), /^pawstock_http_connections_dropped_total 1$/m);
});
