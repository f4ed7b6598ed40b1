import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openSocket } from '../http/raw-socket.ts';

type Options = {
  readonly port: number;
  readonly secret: string;
  readonly ca?: Buffer | undefined;
  readonly connections: number;
  /** On each connection. */
  readonly requests: number;
  /** Of the pets, numbered from 0. */
  readonly pets: number;
};

/** Takes some of what has arrived, after a while. Each client has one of these speeds. */
const speeds: readonly ((socket: Socket) => Promise<Buffer | null>)[] = [
  async (socket) => socket.read(),
  (socket) => delay(1).then(() => socket.read()),
  async (socket) => socket.read(Math.min(socket.readableLength, 4_000)) ?? socket.read(),
  (socket) => delay(5).then(() => socket.read(Math.min(socket.readableLength, 60_000)) ?? socket.read()),
];

/**
 * Clients that keep their connection, and send a request as soon as they have the last byte of the response before it:
 * lists, items and updates in turn. Fails if a response is not 200, or a connection closes.
 */
export async function keepConnections({ connections, ...options }: Options): Promise<void> {
  await Promise.all(Array.from({ length: connections }, (_, index) => keepConnection(index, options)));
}

async function keepConnection(index: number, { port, secret, ca, requests, pets }: Omit<Options, 'connections'>) {
  const { socket, connected } = openSocket(port, '', { ca, reading: false });
  const take = speeds[index % speeds.length] as (typeof speeds)[number];
  assert.ok(await connected);
  for (let count = 0; count < requests; count++) {
    const target = `/v1/inventory/${(index + count) % pets}`;
    const [line, body] = [
      ['GET /v1/inventory', ''],
      [`GET ${target}`, ''],
      [`PATCH ${target}`, '{"quantity":5}'],
    ][count % 3] as [string, string];
    socket.write(
      `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    let text = '';
    while (!isWhole(text)) {
      const chunk = await take(socket);
      assert.ok(!socket.readableEnded && !socket.destroyed, `closed at request ${count} of client ${index}: ${text}`);
      if (chunk === null) await delay(0);
      else text += chunk.toString('latin1');
    }
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.doesNotMatch(text, /^connection: close$/im);
  }
  socket.destroy();
}

/** A proxy may send in chunks what has a length. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)$/im.exec(text.slice(0, end))?.[1];
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length);
}
