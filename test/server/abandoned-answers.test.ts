import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../../src/http/server/server.ts';
import { until } from '../support/until.ts';

test('a stream is told when its caller has gone, also if that was before it began', async (t) => {
  const gone = Promise.withResolvers<void>();
  let asked = 0;
  let cancelled = 0;
  const endless = async function* () {
    while (cancelled === 0) {
      yield Buffer.from('x');
      await delay(5);
    }
  };
  const listening = await listen(
    async ({ path }) => {
      asked++;
      if (path === '/late') await gone.promise;
      return { status: 200, headers: {}, body: { pieces: endless(), cancel: () => cancelled++ } };
    },
    { host: '127.0.0.1', port: 0, onFault: (fault) => assert.fail(String(fault)) },
  );
  t.after(async () => {
    listening.cut();
    await listening.stop();
  });
  for (const path of ['/early', '/late']) {
    asked = 0;
    cancelled = 0;
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`));
    await (path === '/early' ? once(socket, 'data') : until(() => asked === 1));
    socket.resetAndDestroy();
    await until(() => listening.openConnections() === 0);
    if (path === '/late') gone.resolve();
    await until(
      () => cancelled > 0,
      () => `${path} is not told`,
    );
    assert.equal(cancelled, 1, path);
  }
});
