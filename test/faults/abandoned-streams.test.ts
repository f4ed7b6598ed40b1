import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { patienceMs } from '../support/until.ts';

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
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const secret = await cli.createKey();
  const { port } = await cli.serve();
  const events = `GET /v1/inventory/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  for (let asked = 0; asked < 3 * limits.eventStreamsMax; asked += 100) {
    await Promise.all(Array.from({ length: 100 }, () => askAndReset(port, events)));
  }
  // On a busy machine it takes seconds to accept and drop them all.
  const answer = await fetch(`http://127.0.0.1:${port}/v1/inventory/events`, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(patienceMs),
  });
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
});
