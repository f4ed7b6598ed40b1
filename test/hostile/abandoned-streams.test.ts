import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';

/** Asks, and is gone before the answer can be there. */
function askAndReset(port: number, request: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request, () => socket.resetAndDestroy());
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

test('event streams whose callers were gone before they began take no place', async (t) => {
  const eventStreamsMax = 100;
  const { port, call, secret } = await startService(t, { limits: { eventStreamsMax } });
  const events = `GET /v1/inventory/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  for (let asked = 0; asked < 3 * eventStreamsMax; asked += 100) {
    await Promise.all(Array.from({ length: 100 }, () => askAndReset(port, events)));
  }
  // On a busy machine it takes seconds to accept and drop them all.
  const answer = await call('GET', '/v1/inventory/events');
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
});
