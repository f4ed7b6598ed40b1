import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openSocket } from '../http/raw-socket.ts';
import type { Random } from '../random.ts';
import { type Load, startLoad } from './generator.ts';

type Options = {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  readonly pets: number;
  readonly clients: number;
  readonly pauseMs: number;
  readonly random: Random;
};

/** Everything that clients do, and some of what they should not, at a steady pace. */
export function startMixedLoad({ url, port, secret, pets, random, ...options }: Options): Load {
  const pet = () => random.below(pets);
  const number = () => random.below(1_000);
  const key = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };

  /** Returns the status. */
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...key, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return String(response.status);
  }

  /** Bytes on a connection that is given up after a moment, whatever came back. */
  async function raw(bytes: string) {
    const { socket } = openSocket(port, bytes);
    await delay(100);
    socket.destroy();
    return 'given up';
  }

  const keyLine = `Host: x\r\nAuthorization: Bearer ${secret}\r\n`;
  const actions: readonly (() => Promise<string>)[] = [
    () => call('GET', '/v1/inventory', undefined, { 'accept-encoding': 'identity' }),
    () => call('GET', '/v1/inventory', undefined, { 'accept-encoding': 'gzip' }),
    () => call('GET', `/v1/inventory?status=available&limit=100&after=${pet()}`),
    () => call('GET', `/v1/inventory/${pet()}`),
    () => call('GET', `/v1/inventory/${pet()}/history`),
    () => call('PATCH', `/v1/inventory/${pet()}`, { quantity: number(), note: randomUUID() }),
    () => call('PATCH', `/v1/inventory/${pet()}`, { quantity: number() }, { 'idempotency-key': randomUUID() }),
    () => call('PATCH', `/v1/inventory/${pet()}`, { quantity: number() }, { 'if-match': '"1"' }),
    () => call('POST', `/v1/inventory/${pet()}/adjustments`, { delta: 1 }),
    () => call('PATCH', '/v1/inventory', [{ petId: pet(), quantity: number() }]),
    () => call('PUT', `/v1/inventory/${-pet() - 1}`, { quantity: number(), status: 'pending' }),
    () => call('DELETE', `/v1/inventory/${-pet() - 1}`),
    () => call('PATCH', `/v1/inventory/${pet()}`, '{"quantity":'),
    () => call('PATCH', `/v1/inventory/${pet()}`, { quantity: -1 }),
    () => call('GET', '/v1/inventory', undefined, { authorization: 'Bearer paw_0' }),
    () => call('GET', '/docs'),
    () => call('GET', '/readyz'),
    () => raw(`GET /v1/inventory/events?after=0 HTTP/1.1\r\n${keyLine}\r\n`),
    () => raw(`GET /v1/inventory/events HTTP/1.1\r\n${keyLine}\r\n`),
    () => raw(`PATCH /v1/inventory/1 HTTP/1.1\r\n${keyLine}Content-Length: 100\r\n\r\n{"quan`),
    () => raw('GET /v1/inventory HTTP/1.1\r\nHost'),
    () => raw('\x16\x03\x01nonsense'),
  ];

  return startLoad({ urls: [url], secret, ...options }, async ({ index, count }, round) => {
    const action = actions[(index + round) % actions.length] as () => Promise<string>;
    count(await action().catch(String));
  });
}
