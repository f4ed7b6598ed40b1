import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import { long } from '../support/long-form.ts';
import { openShop } from '../support/process.ts';
import { noProc, residentMb } from '../support/process-usage.ts';

const callers = long ? 2_000 : 300;

test(`${callers} batches of a megabyte that never end: memory is bounded, and everyone else is served`, {
  skip: noProc,
}, async (t) => {
  const shop = openShop(t);
  await shop.stock([{ petId: 1n, quantity: 1 }]);
  const secret = (await shop.run(['keys', 'create', 'till'])).stdout.trim();
  const { port, pid, url } = await shop.serve();
  const beforeMb = residentMb(pid);
  const head = `PATCH /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: ${limits.batchBodyBytesMax}\r\n\r\n`;
  const almostAll = Buffer.alloc(limits.batchBodyBytesMax - 1, ' ');
  const told: string[] = [];
  const sockets: Socket[] = [];
  for (let n = 0; n < callers; n++) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head);
      socket.write(almostAll);
    });
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => told.push(chunk.toString()));
    sockets.push(socket);
    await delay(3);
  }
  await delay(1_500);
  const withMb = residentMb(pid);
  t.diagnostic(`memory: ${beforeMb} MB before, ${withMb} MB with them; ${told.length} of ${callers} were refused`);
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  for (const [path, body] of [
    ['/1', '{"quantity":5}'],
    ['', '[{"petId":1,"quantity":6}]'],
  ]) {
    const response = await fetch(`${url}/v1/inventory${path}`, { method: 'PATCH', headers, body: String(body) });
    assert.equal(response.status, 200, await response.text());
  }
  for (const socket of sockets) socket.destroy();
  // What an ordinary body may take is each connection's own.
  const boundBytes = 2 * limits.largeBodiesBytesMax + callers * limits.bodyBytesMax;
  assert.ok(withMb < beforeMb + boundBytes / 1024 ** 2, `${withMb} MB`);
  // Where sending takes long, the first have run out of time before the last come.
  for (const answer of told) assert.match(answer, /^HTTP\/1\.1 (?:503 .*"overloaded"|408 .*"request_timeout")/s);
  // What was let go of is there again for others.
  await delay(500);
  const rows = Array.from({ length: 1_000 }, () => ({ petId: 1, quantity: 1, note: 'x'.repeat(400) }));
  const response = await fetch(`${url}/v1/inventory`, { method: 'PATCH', headers, body: JSON.stringify(rows) });
  assert.equal(response.status, 400, 'a pet twice');
});
