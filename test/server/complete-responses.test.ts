import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SlowReaders } from '../../src/http/slow-readers.ts';
import { openSocket, parseResponses } from '../support/http/raw-socket.ts';
import { until } from '../support/until.ts';
import { fine, startServer } from './start-server.ts';

test('a response is complete with its last byte: the client may send its next request at once', async (t) => {
  const bytes = Buffer.alloc(100_000, 'x');
  async function* chunks() {
    yield bytes;
    await new Promise(() => undefined);
  }
  const { port } = await startServer(
    t,
    () => ({ ...fine, body: { chunks: chunks(), length: bytes.length, retained: [] } }),
    {
      slowReaders: new SlowReaders(() => 1_000_000_000),
    },
  );
  const { socket, received } = openSocket(port);
  for (let count = 1; count <= 3; count++) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => received().length > count * bytes.length);
  }
  assert.equal(parseResponses(received()).length, 3);
  socket.destroy();
});
