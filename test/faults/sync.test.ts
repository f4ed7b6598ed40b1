import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brokenBuild } from '../support/broken-build.ts';
import { createCaller } from '../support/caller.ts';
import { createKey } from '../support/keys.ts';
import { openShop } from '../support/process.ts';
import { addPets } from '../support/service.ts';
import { noStrace, trace } from '../support/strace.ts';
import { until } from '../support/until.ts';

type Event = 'sync' | 'answer';

test('an update is synced before it is answered, and many at once share a sync', { skip: noStrace }, async (t) => {
  const { alone, together } = await eventsOf(t);
  assert.deepEqual(unsynced(alone), []);
  const answers = together.filter((event) => event === 'answer').length;
  const syncs = together.filter((event) => event === 'sync').length;
  assert.equal(answers, 200);
  assert.ok(syncs > 0 && syncs < answers / 2, `${syncs} syncs for ${answers} answers`);
});

test('a build that answers without a sync is noticed', { skip: noStrace }, async (t) => {
  const root = brokenBuild(t, {
    name: 'commits do not wait for the disk',
    file: 'src/sqlite/connection.ts',
    find: /pragma synchronous = full/,
    replace: 'pragma synchronous = off',
  });
  const { alone } = await eventsOf(t, root);
  assert.notDeepEqual(unsynced(alone), []);
});

/** The finished syncs and the answers begun, in order: of ten updates one after the other, and of 200 at once. */
async function eventsOf(t: TestContext, root?: string): Promise<{ alone: Event[]; together: Event[] }> {
  const shop = openShop(t, root);
  const secret = await shop.inStore(async (store) => {
    await addPets(store, [{ petId: 1n, quantity: 0 }]);
    return createKey(store);
  });
  const server = await shop.serve();
  const caller = createCaller(secret);
  const update = async (quantity: number) => {
    const answer = await caller.call(server.url, { method: 'PATCH', path: '/1', body: { quantity } });
    assert.equal(answer.status, 200);
  };
  await update(1);
  const output = join(shop.folder, 'trace');
  const calls = 'fsync,fdatasync,write,writev,sendto,sendmsg';
  const tracing = await trace(t, server.pid, { calls, output });
  for (let quantity = 2; quantity <= 11; quantity++) await update(quantity);
  // An answer may arrive before strace has written it down.
  await until(() => eventsIn(output).filter((event) => event === 'answer').length >= 10);
  const alone = eventsIn(output);
  assert.equal(alone.filter((event) => event === 'answer').length, 10);
  await Promise.all(Array.from({ length: 200 }, (_, index) => update(100 + index)));
  await tracing.detach();
  caller.close();
  return { alone, together: eventsIn(output).slice(alone.length) };
}

function eventsIn(file: string): Event[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Event[] => {
      if (/(?:fsync|fdatasync)(?:\(\d+<[^>]*>\)| resumed>\)) += 0/.test(line)) return ['sync'];
      return line.includes('HTTP/1.1 200') ? ['answer'] : [];
    });
}

/** The answers that do not follow a sync. */
function unsynced(alone: readonly Event[]): Event[] {
  return alone.filter((event, index) => event === 'answer' && alone[index - 1] !== 'sync');
}
