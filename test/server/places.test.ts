import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BodyStream } from '../../src/http/server/message.ts';
import { SlowReaders } from '../../src/http/slow-readers.ts';
import { limits } from '../../src/limits.ts';
import { Semaphore } from '../../src/semaphore.ts';
import { figureOf } from '../support/http/figures.ts';
import { openSocket, type RawSocket } from '../support/http/raw-socket.ts';
import { inForm } from '../support/long-form.ts';
import { startService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { fine, startServer } from './start-server.ts';

/**
 * A response occupies one of a limited number of places until it is sent or its client is gone, and
 * frees it once.
 */

const MiB = 1024 ** 2;
/** More bytes than the system buffers for a client that does not read. */
const bodyBytes = 16 * MiB;

const request = (method = 'GET') => `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`;

/**
 * Waits until more than this number of bytes has arrived, or the server has closed the connection.
 */
const hasRead = ({ socket }: RawSocket, bytes: number) =>
  until(() => socket.bytesRead > bytes || socket.destroyed);

async function requestAgain(client: RawSocket): Promise<void> {
  await hasRead(client, bodyBytes);
  client.socket.write(request());
}

/** Waits until the response has begun, without reading it. */
const begun = ({ socket }: RawSocket) =>
  new Promise<void>((resolve) => {
    socket.once('readable', resolve);
    socket.once('close', () => resolve());
  });

type Client = {
  readonly method?: 'HEAD';
  readonly reading?: boolean;
  readonly act: (client: RawSocket) => unknown;
  /** Whether the client keeps its connection open until the server closes it. */
  readonly stays?: true;
};

const clients: Readonly<Record<string, Client>> = {
  reads: { act: requestAgain },
  'reads after a while': {
    reading: false,
    act: async (client) => {
      await begun(client);
      client.socket.on('data', () => undefined);
      await hasRead(client, bodyBytes);
    },
  },
  'reads twice': {
    act: (client) => requestAgain(client).then(() => hasRead(client, 2 * bodyBytes)),
  },
  'half-closes and reads': {
    act: async ({ socket, closed }) => {
      socket.end();
      await closed;
    },
  },
  'half-closes and never reads': {
    reading: false,
    stays: true,
    act: ({ socket }) => void socket.end(),
  },
  'resets at once': {
    reading: false,
    stays: true,
    act: ({ socket, reset }) => void socket.on('connect', reset),
  },
  'resets before it reads': { reading: false, act: (client) => begun(client).then(client.reset) },
  'resets while it reads': { act: (client) => hasRead(client, MiB).then(client.reset) },
  'resets behind a second request': { act: (client) => requestAgain(client).then(client.reset) },
  'never reads': { reading: false, stays: true, act: () => undefined },
  'asks for the head': { method: 'HEAD', act: (client) => hasRead(client, 0) },
};

async function run(port: number, { method, reading = true, stays, act }: Client): Promise<void> {
  const client = openSocket(port, request(method), { reading });
  await act(client);
  if (!stays) client.socket.destroy();
}

const anyClients = fc.array(fc.constantFrom(...Object.keys(clients)), {
  minLength: 1,
  maxLength: 6,
});

for (const givenUpBy of ['time-out', 'limit'] as const) {
  test(`whatever its clients do, each place is given back once; the ${givenUpBy} ends those that never read`, async (t) => {
    const places = 100;
    const semaphore = new Semaphore({
      places,
      waitingMax: 0,
      refusal: () => new Error('there is no place'),
    });
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
        // With a length, the body declares the memory that it retains. Otherwise the server counts
        // the unsent chunks.
        const held = hasLength.value
          ? { length: bodyBytes, retained: [{ byteLength: MiB }] }
          : { retained: [] };
        const body: BodyStream = { chunks: chunks(), ...held, onClose };
        return { ...fine, body };
      },
      {
        slowReaders,
        limits: { ...limits, socketTimeoutMs: givenUpBy === 'time-out' ? 300 : 90_000 },
      },
    );
    await fc.assert(
      fc.asyncProperty(anyClients, fc.boolean(), async (some, withLength) => {
        hasLength.value = withLength;
        const started = given.length;
        await Promise.all(some.map((name) => run(port, clients[name] as Client)));
        // The server checks the memory limit for slow clients only when one more response begins to
        // wait for a client.
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
      {
        numRuns: inForm({ short: 12, long: 300 }),
        endOnFailure: true,
        examples: [true, false].map((withLength) => [['never reads', 'reads'], withLength]),
      },
    );
    // Requests of clients that are gone may still get a place of the semaphore. The test waits
    // until all are free.
    isOver = true;
    await until(async () => {
      const all = await Promise.allSettled(
        Array.from({ length: places }, () => semaphore.acquire()),
      );
      const areThere = all.every(({ status }) => status === 'fulfilled');
      for (const place of areThere ? [] : all) if (place.status === 'fulfilled') place.value();
      return areThere;
    });
    assert.ok(given.every((count) => count === 1));
    await assert.rejects(semaphore.acquire());
  });
}

test('a report holds its place until its last byte is sent', async (t) => {
  const service = await startService(t, {
    pets: numberedPets(40_000, 5),
    limits: { reportsMax: 1 },
  });
  const { port, secret, call } = service;
  const another = async () => (await call('HEAD', '/v1/inventory/report')).status;
  const unsent = () => figureOf(service, secret, 'pawstock_http_unsent_bytes');
  const { socket } = openSocket(
    port,
    `GET /v1/inventory/report HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
    { reading: false },
  );
  await until(async () => (await unsent()) > 1_000_000);
  assert.equal(await another(), 503, 'the place is taken while the client does not read');
  socket.on('data', () => undefined);
  await until(async () => (await another()) === 200);
  assert.equal(await unsent(), 0);
  socket.destroy();
});
