import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Respond } from '../../src/http/exchange.ts';
import { BodyRoom } from '../../src/http/server/body-room.ts';
import { Connection } from '../../src/http/server/connection.ts';
import { limits } from '../../src/limits.ts';
import { until } from '../support/until.ts';

/** One connection, both ends of it, and a clock that the test sets. */
type Line = {
  readonly caller: Socket;
  readonly socket: Socket;
  /** Lets so much time pass, with a look at the waits each second as the server has it. */
  readonly pass: (ms: number) => void;
  /** Sends, and resolves when the server has it. */
  readonly send: (text: string) => Promise<void>;
  /** Waits for the answers that are expected, and makes sure that there are no others. */
  readonly answered: (...expected: readonly number[]) => Promise<void>;
};

async function openLine(t: TestContext, respond: Respond, { reading = true } = {}): Promise<Line> {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const server = createServer({ allowHalfOpen: true, noDelay: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const connection = new Connection(socket, {
    respond,
    onFault: (fault) => assert.fail(String(fault)),
    room: new BodyRoom(),
  });
  let sent = 0;
  let text = '';
  if (reading) caller.on('data', (chunk) => (text += chunk));
  t.after(() => {
    caller.destroy();
    socket.destroy();
    server.close();
  });
  return {
    caller,
    socket,
    send: async (more) => {
      caller.write(more);
      sent += more.length;
      await until(() => socket.bytesRead === sent);
    },
    answered: async (...expected) => {
      // What has been decided is written in a moment, and what is written has to arrive.
      await new Promise(setImmediate);
      await until(() => statuses(text).length >= expected.length && text.length === socket.bytesWritten);
      assert.deepEqual(statuses(text), expected);
    },
    pass: (ms) => {
      for (let passed = 0; passed < ms && !socket.destroyed; passed += limits.timeoutCheckIntervalMs) {
        t.mock.timers.setTime(Date.now() + limits.timeoutCheckIntervalMs);
        connection.checkTime(Date.now());
      }
    },
  };
}

const echo: Respond = async ({ body }) => {
  try {
    return { status: 200, headers: {}, body: await body(1_000) };
  } catch {
    return { status: 408, headers: {}, body: null };
  }
};
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n';

test('the time for a request begins with it, not with the silence before it', async (t) => {
  const { send, answered, pass } = await openLine(t, echo);
  await send(`${head}body`);
  await answered(200);
  pass(limits.keepAliveTimeoutMs - 5_000);
  await send(head);
  pass(limits.requestTimeoutMs - 1_000);
  await answered(200);
  await send('body');
  await answered(200, 200);
  await send(head);
  pass(limits.requestTimeoutMs + 1_000);
  await answered(200, 200, 408);
});

test('a head in pieces and its body have the time of one request together', async (t) => {
  const { send, answered, pass } = await openLine(t, echo);
  await send(head.slice(0, 10));
  pass(limits.headersTimeoutMs - 1_000);
  await send(head.slice(10));
  pass(limits.requestTimeoutMs - limits.headersTimeoutMs);
  await answered();
  pass(2_000);
  await answered(408);
});

test('a caller that never reads is let go of, also where its answers wait on our side', async (t) => {
  let answered = 0;
  const answer = () => {
    answered++;
    return { status: 200, headers: {}, body: 'x'.repeat(2_000) };
  };
  const { caller, socket, pass } = await openLine(t, answer, { reading: false });
  // One by one, so that there is no more than one answer that the system has not taken.
  for (let asked = 1; socket.writableLength === 0; asked++) {
    caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (answered < asked) await new Promise(setImmediate);
  }
  assert.equal(socket.writableNeedDrain, false, 'the server waits for the next request');
  pass(limits.keepAliveTimeoutMs + 1_000);
  assert.equal(socket.writableEnded, true);
  assert.equal(socket.destroyed, false);
  pass(limits.socketIdleTimeoutMs + 1_000);
  assert.equal(socket.destroyed, true);
});

test('a reader has its whole time from when it stops reading, however quiet the stream was before', async (t) => {
  const quiet = Promise.withResolvers<void>();
  const pieces = async function* () {
    yield Buffer.from('quiet');
    await quiet.promise;
    for (;;) yield Buffer.alloc(1_000);
  };
  const { send, socket, pass } = await openLine(t, () => ({ status: 200, headers: {}, body: { pieces: pieces() } }), {
    reading: false,
  });
  await send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  pass(limits.socketIdleTimeoutMs - 2_000);
  quiet.resolve();
  await until(() => socket.writableNeedDrain);
  pass(limits.socketIdleTimeoutMs - 2_000);
  assert.equal(socket.destroyed, false, 'cut too early');
  pass(4_000);
  assert.equal(socket.destroyed, true);
});
