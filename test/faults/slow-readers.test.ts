import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../src/limits.ts';
import type { Store } from '../../src/store/store.ts';
import { noProc, residentMb } from '../support/faults/process-usage.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { inForm } from '../support/long-form.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { unsaid, writeOf } from '../support/store/write.ts';
import { until } from '../support/until.ts';

const MiB = 1024 ** 2;

/** Clients that take nothing of their responses, but what their system takes for them. */
async function openReaders(t: TestContext, port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    sockets.push(openSocket(port, '', { reading: false }).socket);
    if (sockets.length % 50 === 0) await delay(50);
  }
  return sockets;
}

type Service = { readonly server: ServiceProcess; readonly secret: string };

/** The figures of the service that concern its clients. */
async function figuresOf({ server, secret }: Service) {
  const response = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${secret}`, connection: 'close' },
  });
  const text = await response.text();
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    connections: figure('pawstock_http_connections'),
    unsent: figure('pawstock_http_unsent_bytes'),
    files: figure('pawstock_request_duration_seconds_count{operation="site"}'.replaceAll(/[{}]/g, '\\$&')),
    pages: figure(
      'pawstock_request_duration_seconds_count{operation="getInventoryHistory"}'.replaceAll(/[{}]/g, '\\$&'),
    ),
  };
}

/**
 * Lets each client send the request again and again, when the service has sent all that was asked for before, until it
 * has sent no more for a while: the system takes four megabytes of responses for each of them.
 */
async function fill(service: Service, sockets: readonly Socket[], request: string): Promise<void> {
  const { unsent: before } = await figuresOf(service);
  let [sent, served, servedAtMs] = [0, 0, performance.now()];
  let unsentSinceMs: number | undefined;
  let last = await figuresOf(service);
  await until(async () => {
    const next = await figuresOf(service);
    // One of the files was these figures.
    const more = next.files - last.files - 1 + next.pages - last.pages;
    served += more;
    if (more > 0) servedAtMs = performance.now();
    last = next;
    unsentSinceMs = next.unsent > before ? (unsentSinceMs ?? performance.now()) : undefined;
    // What was asked for on connections that have been cut is never served.
    const isServed = served === sent || performance.now() - servedAtMs > 3_000;
    if (isServed && unsentSinceMs === undefined) {
      servedAtMs = performance.now();
      for (const socket of sockets) socket.write(request);
      sent += sockets.length;
    }
    return unsentSinceMs !== undefined && performance.now() - unsentSinceMs > 500;
  });
}

/** A page of 3.2 MB: notes in which every character has to be escaped. */
function fillHistory(store: Store): Promise<unknown> {
  const note = '\u0001'.repeat(limits.noteCharactersMax);
  const write = writeOf([{ kind: 'set', petId: 1n, quantity: 1, ...unsaid, note }]);
  return store.commit(Array(limits.pageMax).fill(write));
}

/** Fewer clients than with the service's own limit reach this one. */
const unsentBytesMax = inForm({ short: 64 * MiB, long: limits.unsentBytesMax });

test('clients that do not take what they asked for', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.inStore(async (store) => {
    await addPets(store, [{ petId: 1n, quantity: 1 }]);
    await fillHistory(store);
    return createKey(store);
  });
  const server = await cli.serve([], { limits: { unsentBytesMax } });
  const service = { server, secret };

  await t.test('what is made for each of them has a limit in sum, and past it the oldest are cut', async (own) => {
    const path = `/v1/inventory/1/history?limit=${limits.pageMax}`;
    const headers = { authorization: `Bearer ${secret}` };
    const { length } = await (await fetch(server.url + path, { headers })).bytes();
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
    const readers = inForm({ short: 50, long: 300 });
    const beforeMb = residentMb(server.pid);
    const [first] = (await openReaders(own, server.port, 1)) as [Socket];
    await fill(service, [first], request);
    const others = await openReaders(own, server.port, readers - 1);
    await fill(service, others, request);
    let peakMb = 0;
    const keptMax = Math.ceil(unsentBytesMax / length);
    assert.ok(keptMax < readers);
    await until(
      async () => {
        const { connections, unsent } = await figuresOf(service);
        peakMb = Math.max(peakMb, residentMb(server.pid));
        assert.ok(unsent <= unsentBytesMax + MiB, `${unsent} bytes`);
        return connections <= keptMax + 1 && unsent > unsentBytesMax / 2;
      },
      () => 'none were cut',
    );
    own.diagnostic(`${readers} readers of ${megabytes(length)}: ${beforeMb} MB before, ${peakMb} MB at most`);
    // And what is yet to be collected: each page is some megabytes of strings before it is sent.
    assert.ok(peakMb < beforeMb + unsentBytesMax / MiB + 420, `${peakMb} MB`);
    assert.ok((await bytesOf(first)) < 2 * length, 'the first was cut');
    assert.ok((await bytesOf(others.at(-1) as Socket)) > 2 * length, 'the last gets all that it asked for');
  });
});

const megabytes = (bytes: number) => `${(bytes / MiB).toFixed(1)} MB`;

/** Reads to the end, which the client announces and the service may bring about earlier. */
function bytesOf(socket: Socket): Promise<number> {
  let bytes = 0;
  return new Promise((resolve) => {
    socket.on('data', (chunk) => (bytes += chunk.length));
    socket.on('close', () => resolve(bytes));
    socket.end();
  });
}
