import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { SlowReaders } from '../../src/http/slow-readers.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { until } from '../support/until.ts';
import { fine, startServer } from './start-server.ts';

const bytes = (byteLength: number) => ({ byteLength });

test('past the limit the readers that have waited longest are disconnected', () => {
  const disconnected: number[] = [];
  const readers = new SlowReaders(() => 300);
  const ends = Array.from({ length: 5 }, (_, n) => readers.add([bytes(100)], () => disconnected.push(n)));
  assert.deepEqual(disconnected, [0, 1]);
  assert.equal(readers.bytes, 300);
  for (const end of ends) end();
  assert.equal(readers.bytes, 0);
});

test('what several readers hold counts once, and goes with the last of them', () => {
  const readers = new SlowReaders(() => 150);
  const shared = bytes(100);
  const ends = Array.from({ length: 100 }, () => readers.add([shared], assert.fail));
  assert.equal(readers.bytes, 100);
  for (const end of ends.slice(1)) end();
  assert.equal(readers.bytes, 100);
  ends[0]?.();
  assert.equal(readers.bytes, 0);
});

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const MiB = 1024 ** 2;

test('of a stream only the chunk that waits is held, and for as long as it waits', async (t) => {
  const slowReaders = new SlowReaders(() => 3.5 * MiB);
  const ended: number[] = [];
  let started = 0;
  let written = 0;
  const { port } = await startServer(
    t,
    () => {
      const number = started++;
      function* chunks() {
        for (let count = 0; count < 20; count++, written++) yield Buffer.alloc(MiB);
      }
      return { ...fine, body: { chunks: chunks(), retained: [], onClose: () => ended.push(number) } };
    },
    { slowReaders },
  );
  const open = async () => {
    const count = started + 1;
    const reader = openSocket(port, request, { reading: false });
    await until(() => started === count && slowReaders.bytes > 0);
    // Until the system takes no more of it.
    for (let before = -1, same = 0; same < 3; before = written) {
      await delay(100);
      same = written === before ? same + 1 : 0;
    }
    return reader;
  };
  const [first, second, third] = [await open(), await open(), await open()];
  assert.equal(slowReaders.bytes, 3 * MiB);
  assert.deepEqual(ended, []);

  await open();
  await until(() => ended.length > 0);
  assert.deepEqual(ended, [0], 'the first has waited longest');
  second.socket.resume();
  await until(() => second.socket.bytesRead > 20 * MiB);
  await until(() => slowReaders.bytes === 2 * MiB);
  for (const { socket } of [first, third]) socket.destroy();
});
