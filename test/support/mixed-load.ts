import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Everything that callers do, and some of what they should not, at a steady pace. */
export type MixedLoad = {
  readonly calls: () => number;
  /** By status, or by the name of the error. */
  readonly answers: ReadonlyMap<string, number>;
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  readonly pets: number;
  readonly callers: number;
  readonly pauseMs: number;
};

export function startMixedLoad({ url, port, secret, pets, callers, pauseMs }: Options): MixedLoad {
  const answers = new Map<string, number>();
  let calls = 0;
  let stopped = false;
  const note = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const pet = () => Math.floor(Math.random() * pets);
  const number = () => Math.floor(Math.random() * 1_000);
  const key = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...key, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    note(String(response.status));
    return response.arrayBuffer();
  }

  /** Bytes on a connection that is given up after a moment, answered or not. */
  async function raw(bytes: string): Promise<void> {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', () => undefined).resume();
    await delay(100);
    socket.destroy();
    note('given up');
  }

  const keyLine = `Host: x\r\nAuthorization: Bearer ${secret}\r\n`;
  const actions: readonly (() => Promise<unknown>)[] = [
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

  const working = Array.from({ length: callers }, async (_, caller) => {
    for (let round = caller; !stopped; round++) {
      const action = actions[round % actions.length] as () => Promise<unknown>;
      await action().catch((error: unknown) => note(String(error)));
      calls++;
      await delay(pauseMs);
    }
  });
  return {
    calls: () => calls,
    answers,
    stop: async () => {
      stopped = true;
      await Promise.all(working);
    },
  };
}
