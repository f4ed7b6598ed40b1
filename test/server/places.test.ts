import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BodyStream } from '../../src/http/server/message.ts';
import { SlowReaders } from '../../src/http/slow-readers.ts';
import { limits } from '../../src/limits.ts';
import { Semaphore } from '../../src/semaphore.ts';
import { figureOf } from '../support/http/figures.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { inForm } from '../support/long-form.ts';
import { startService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { fine, startServer } from './start-server.ts';

/** The place of a response in a limit is held until its last byte is sent or its client has gone, and given back once. */

const MiB = 1024 ** 2;
/** More than the system takes for a client that does not read. */
const bodyBytes = 16 * MiB;

const clients = [
  'reads',
  'reads after a while',
  'reads twice',
  'half-closes and reads',
  'half-closes and never reads',
  'resets at once',
  'resets before it reads',
  'resets while it reads',
  'resets behind a second request',
  'never reads',
  'asks for the head',
] as const;
type Client = (typeof clients)[number];

const request = (method = 'GET') => `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Resolves when the client is done, if it does not depend on the server's giving it up. */
async function run(port: number, client: Client): Promise<void> {
  const reads = !/never|before|at once/.test(client) && client !== 'reads after a while';
  const { socket, reset, closed } = openSocket(port, request(client === 'asks for the head' ? 'HEAD' : 'GET'), {
    reading: reads,
  });
  const begun = new Promise<void>((resolve) => {
    if (reads) return;
    socket.once('readable', resolve);
    socket.once('close', () => resolve());
  });
  if (client === 'resets at once') socket.on('connect', reset);
  else if (client === 'never reads') return;
  else if (client === 'half-closes and never reads') socket.end();
  else if (client === 'half-closes and reads') {
    socket.end();
    await closed;
  } else if (client === 'reads after a while') {
    await begun;
    socket.on('data', () => undefined);
    await until(() => socket.bytesRead > bodyBytes || socket.destroyed);
    socket.destroy();
  } else if (client === 'asks for the head') {
    await until(() => socket.bytesRead > 0 || socket.destroyed);
    socket.destroy();
  } else if (client === 'resets before it reads') {
    await begun;
    reset();
  } else if (client === 'resets while it reads') {
    await until(() => socket.bytesRead > MiB || socket.destroyed);
    reset();
  } else {
    await until(() => socket.bytesRead > bodyBytes || socket.destroyed);
    socket.write(request());
    if (client === 'resets behind a second request') reset();
    else if (client === 'reads twice') await until(() => socket.bytesRead > 2 * bodyBytes || socket.destroyed);
    socket.destroy();
  }
}

const anyClients = fc.array(fc.constantFrom(...clients), { minLength: 1, maxLength: 6 });

for (const givenUpBy of ['time-out', 'limit'] as const) {
  test(`whatever its clients do, each place is given back once; the ${givenUpBy} ends those that never read`, async (t) => {
    const places = 100;
    const semaphore = new Semaphore({ places, waitingMax: 0, refusal: new Error('there is no place') });
    const given: number[] = [];
    const hasLength = { value: true };
    let isOver = false;
    const slowReaders = new SlowReaders(() => (givenUpBy === 'limit' ? MiB : 1_000 * MiB));
    const { port, connections } = await startServer(
      t,
      async () => {
        if (isOver) return fine;
        const release = await semaphore.acquire();
        const number = given.push(0) - 1;
        const chunk = Buffer.alloc(MiB);
        async function* chunks() {
          for (let sent = 0; sent < bodyBytes; sent += MiB) yield chunk;
        }
        const onClose = () => {
          given[number] = (given[number] ?? 0) + 1;
          release();
        };
        // The chunk that waits is held, unless the body says what else is.
        const held = hasLength.value ? { length: bodyBytes, retained: [{ byteLength: MiB }] } : { retained: [] };
        const body: BodyStream = { chunks: chunks(), ...held, onClose };
        return { ...fine, body };
      },
      { slowReaders, limits: { ...limits, socketTimeoutMs: givenUpBy === 'time-out' ? 300 : 90_000 } },
    );
    await fc.assert(
      fc.asyncProperty(anyClients, fc.boolean(), async (some, withLength) => {
        hasLength.value = withLength;
        const started = given.length;
        await Promise.all(some.map((client) => run(port, client)));
        // The limit needs someone who waits after them.
        if (givenUpBy === 'limit') {
          const last = openSocket(port, request(), { reading: false });
          await until(() => connections() <= 1);
          last.reset();
        }
        await until(
          () => connections() === 0 && given.slice(started).every((count) => count === 1),
          () => `${some}: given back ${given.slice(started)} times, ${connections()} connections`,
        );
        assert.equal(slowReaders.bytes, 0);
      }),
      { numRuns: inForm({ short: 12, long: 300 }), endOnFailure: true },
    );
    // A client may have been gone before the server accepted its connection.
    isOver = true;
    await until(async () => {
      const all = await Promise.allSettled(Array.from({ length: places }, () => semaphore.acquire()));
      const areThere = all.every(({ status }) => status === 'fulfilled');
      for (const place of areThere ? [] : all) if (place.status === 'fulfilled') place.value();
      return areThere;
    });
    assert.ok(given.every((count) => count === 1));
    await assert.rejects(semaphore.acquire());
  });
}

test('a report holds its place until its last byte is sent, or its client has gone', async (t) => {
  const service = await startService(t, { pets: numberedPets(40_000, 5), limits: { reportsMax: 1 } });
  const { port, secret, call } = service;
  const request = `GET /v1/inventory/report HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  const another = async () => {
    const response = await call('HEAD', '/v1/inventory/report');
    await response.body?.cancel();
    return response.status;
  };
  const unsent = () => figureOf(service, secret, 'pawstock_http_unsent_bytes');
  for (const leaves of ['reads on', 'resets'] as const) {
    const { socket, reset } = openSocket(port, request, { reading: false });
    await until(async () => (await unsent()) > 1_000_000);
    assert.equal(await another(), 503, 'the place is taken while the client does not read');
    if (leaves === 'resets') reset();
    else socket.on('data', () => undefined);
    await until(async () => (await another()) === 200);
    assert.equal(await unsent(), 0);
    socket.destroy();
  }
});
