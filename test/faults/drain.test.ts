import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startLoad } from '../support/load.ts';
import { openShop } from '../support/process.ts';

test('SIGTERM under load: what was begun is answered, nothing acknowledged is lost, exit 0 in time', async (t) => {
  const shop = openShop(t);
  const writers = 16;
  const pets = Array.from({ length: writers }, (_, petId) => `${petId},0,available`).join('\n');
  await shop.run(['import', '-'], { input: `petId,quantity,status\n${pets}\n` });
  const secret = (await shop.run(['keys', 'create', 'load'])).stdout.trim();
  const server = await shop.serve();
  const idle = connect(server.port, '127.0.0.1');
  const load = startLoad({ url: server.url, secret, writers, from: 1 });
  await new Promise((resolve) => setTimeout(resolve, 300));

  const startedMs = Date.now();
  const ending = server.signal('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const ready = await fetch(`${server.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.equal(((await ready.json()) as { code: string }).code, 'shutting_down');
  const alive = await fetch(`${server.url}/healthz`);
  assert.equal(alive.headers.get('connection'), 'close');
  const { code } = await ending;
  const tookMs = Date.now() - startedMs;
  await load.stop();
  idle.destroy();

  assert.equal(code, 0);
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
  // A refused connection is the sign to go elsewhere; an answer other than 200 would be a broken promise.
  for (const failure of load.failures) assert.ok(failure instanceof TypeError, String(failure));
  for (const { petId, quantity } of await shop.levels()) {
    assert.ok(quantity >= (load.acknowledged.get(Number(petId)) ?? 0));
  }
});
