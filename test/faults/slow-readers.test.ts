import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import { noProc, residentMb } from '../support/faults/process-usage.ts';
import { createClient } from '../support/http/client.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { inForm } from '../support/long-form.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

const MiB = 1024 ** 2;

/** The system takes four megabytes for a client that reads nothing, so that several responses are needed. */
const responsesEach = 4;

/** Clients that send a request several times and take nothing of the responses, but what their system takes for them. */
async function openReaders(t: TestContext, port: number, request: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    sockets.push(openSocket(port, request.repeat(responsesEach), { reading: false }).socket);
    if (sockets.length % 50 === 0) await delay(50);
  }
  return sockets;
}

/** The figures of the service that concern its clients. */
async function figuresOf({ url }: ServiceProcess, secret: string): Promise<{ connections: number; unsent: number }> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${secret}`, connection: 'close' },
  });
  const text = await response.text();
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  return { connections: figure('pawstock_http_connections'), unsent: figure('pawstock_http_unsent_bytes') };
}

test('what many clients without a key do not take of one file is in memory once', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.createKey();
  const server = await cli.serve();
  const path = '/docs/swagger-ui-bundle.js';
  const { length } = await (await fetch(server.url + path)).bytes();
  const readers = inForm({ short: 100, long: 1_500 });
  const beforeMb = residentMb(server.pid);
  await openReaders(t, server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, readers);
  await until(async () => {
    const { connections, unsent } = await figuresOf(server, secret);
    return connections > readers && unsent >= length;
  });
  await delay(1_000);
  const withMb = residentMb(server.pid);
  const { unsent } = await figuresOf(server, secret);
  t.diagnostic(`${readers} readers of ${(length / MiB).toFixed(1)} MB: ${beforeMb} MB before, ${withMb} MB with them`);
  assert.equal(unsent, length, 'it counts once');
  // What a connection needs by itself, and some slack.
  assert.ok(withMb < beforeMb + 60 + 0.05 * readers, `${withMb} MB`);
});

/** A page of 3.2 MB: notes in which every character has to be escaped. */
async function fillHistory(url: string, secret: string): Promise<void> {
  const client = createClient(secret);
  const body = { quantity: 1, note: '\u0001'.repeat(limits.noteCharactersMax) };
  const write = async () => {
    for (let written = 0; written < limits.pageMax / 25; written++) {
      assert.equal((await client.send(url, { method: 'PATCH', path: '/1', body })).status, 200);
    }
  };
  await Promise.all(Array.from({ length: 25 }, write));
  client.close();
}

test('what is made for each reader has a limit in sum, and past it the oldest are cut', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const secret = await cli.createKey();
  const server = await cli.serve();
  await fillHistory(server.url, secret);
  const path = `/v1/inventory/1/history?limit=${limits.pageMax}`;
  const headers = { authorization: `Bearer ${secret}` };
  const { length } = await (await fetch(server.url + path, { headers })).bytes();
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  const readers = inForm({ short: 100, long: 300 });
  const beforeMb = residentMb(server.pid);
  const [first] = (await openReaders(t, server.port, request, 1)) as [Socket];
  await until(async () => (await figuresOf(server, secret)).unsent > 0);
  const others = await openReaders(t, server.port, request, readers - 1);
  let peakMb = 0;
  const keptMax = Math.ceil(limits.unsentBytesMax / length);
  await until(
    async () => {
      const { connections, unsent } = await figuresOf(server, secret);
      peakMb = Math.max(peakMb, residentMb(server.pid));
      assert.ok(unsent <= limits.unsentBytesMax + MiB, `${unsent} bytes`);
      return connections <= keptMax + 1 && unsent > limits.unsentBytesMax / 2;
    },
    () => 'none were cut',
  );
  t.diagnostic(`${readers} readers of ${(length / MiB).toFixed(1)} MB: ${beforeMb} MB before, ${peakMb} MB at most`);
  // As much again for what is yet to be collected.
  assert.ok(peakMb < beforeMb + (2 * limits.unsentBytesMax) / MiB + 100, `${peakMb} MB`);
  assert.ok((await bytesOf(first)) < responsesEach * length, 'the first was cut');
  assert.ok((await bytesOf(others.at(-1) as Socket)) > responsesEach * length, 'the last gets all that it asked for');
});

/** Reads to the end, which the client announces and the service may bring about earlier. */
function bytesOf(socket: Socket): Promise<number> {
  let bytes = 0;
  return new Promise((resolve) => {
    socket.on('data', (chunk) => (bytes += chunk.length));
    socket.on('close', () => resolve(bytes));
    socket.end();
  });
}
