import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEveryPoint, keyFor } from '../support/call-points.ts';
import { codeIn, createCaller } from '../support/caller.ts';
import { failingPatch } from '../support/failing-patch.ts';
import { prepareStore } from '../support/prepared-store.ts';
import { openShop, type Server } from '../support/process.ts';
import { noStrace } from '../support/strace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('on a full disk reads go on and writes get 507, until there is room again', async (t) => {
  const shop = openShop(t);
  const disk = temporaryFolder(t, async () => {
    await server?.signal('SIGKILL');
    spawnSync('umount', [disk]);
  });
  let server: Server | undefined;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
  if (mounted.status !== 0) return t.skip('mounting a small disk needs root');
  const env = { DATABASE_URL: `sqlite:${join(disk, 'pawstock.db')}` };
  await shop.run(['import', '-'], { env, input: 'petId,quantity,status\n1,0,available\n' });
  const secret = (await shop.run(['keys', 'create', 'till'], { env })).stdout.trim();
  server = await shop.serve([], { env });
  const { url } = server;
  const caller = createCaller(secret);
  const add = async (key: number) => {
    const headers = { 'idempotency-key': String(key) };
    const answer = await caller.call(url, { method: 'POST', path: '/1/adjustments', headers, body: { delta: 1 } });
    return answer.status === 200 ? '200' : `${answer.status} ${codeIn(answer)}`;
  };
  const quantity = async () =>
    (JSON.parse((await caller.call(url, { path: '/1' })).body) as { quantity: number }).quantity;

  assert.equal(await add(0), '200');
  const ballast = join(disk, 'ballast');
  assert.throws(() => writeFileSync(ballast, Buffer.alloc(4 << 20)), { code: 'ENOSPC' });
  // What the log has room for goes on for a while.
  let stored = 1;
  while (stored < 2_000 && (await add(stored)) === '200') stored++;
  const refused = await Promise.all(Array.from({ length: 50 }, (_, index) => add(stored + index)));
  assert.deepEqual(new Set(refused), new Set(['507 storage_full']));
  assert.equal(await quantity(), stored, 'a read shows what was acknowledged, and nothing of the rest');
  assert.equal((await caller.call(url, { path: '' })).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);

  rmSync(ballast);
  const repeated = await Promise.all(refused.map((_, index) => add(stored + index)));
  assert.deepEqual(new Set(repeated), new Set(['200']));
  assert.equal(await quantity(), stored + refused.length, 'repeated under the same keys, each counts once');
  const { stderr } = await shop.run(['verify'], { env });
  assert.match(stderr, new RegExp(`All is well: ${1 + stored + refused.length} entries`));
  caller.close();
});

test('wherever in a PATCH the disk turns out to be full: 507, nothing is changed, and the service goes on', {
  skip: noStrace,
}, async (t) => {
  const shop = openShop(t);
  const store = await prepareStore(shop, 'one PATCH among many');
  const points = { calls: ['pwrite64'], samples: [{ call: 'pwrite64', count: 2 }] };
  await atEveryPoint(t, points, async (point) => {
    const key = keyFor(point);
    const server = await store.begin();
    const { answer, failed } = await failingPatch(t, { shop, store, server, point, error: 'ENOSPC', key });
    assert.equal(answer, failed ? '507 storage_full' : '200');
    await store.assertSound(key, failed ? [0] : [1]);
    assert.equal((await store.patch(server, key)).status, 200);
    await store.assertSound(key, [1]);
    await server.signal('SIGKILL');
    return failed ? answer : undefined;
  });
});
