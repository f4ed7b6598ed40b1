import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Breakage, brokenBuild } from '../support/faults/broken-build.ts';
import { prepareStore } from '../support/faults/prepared-store.ts';
import { noStrace, trace } from '../support/faults/strace.ts';
import { attack, fillStore } from '../support/model/recorded-attack.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';

/** As many processes as it takes to show. */
type Case = Breakage & { readonly processes: number };

/** The same clients and the same checker as in linearizability.test.ts must say no where a promise is broken. */
const cases: readonly Case[] = [
  {
    name: 'stale read: nobody looks whether another process has written',
    file: 'src/inventory/inventory.ts',
    find: /(#catchUp\(\): [^;{]*\{)/,
    replace: '$1 if (this.#keyring.revision > 0) return;',
    processes: 2,
  },
  {
    name: 'lost update: If-Match is not looked at',
    file: 'src/domain/decide.ts',
    find: /if \(expected !== null && !matches\([^;]*;/,
    replace: '',
    processes: 1,
  },
  {
    name: 'lost update: a level is read once and remembered, though others write',
    file: 'src/sqlite/writes.ts',
    find: /db\.get\(sql`select \* from item[^`]*`\)/,
    replace: '((globalThis.levels ??= {})[petId] ??= $&)',
    processes: 1,
  },
];

for (const { processes, ...breakage } of cases) {
  test(`refused by the checker: ${breakage.name}`, async (t) => {
    const cli = openCliHarness(t, brokenBuild(t, breakage));
    const secret = await cli.inStore(fillStore);
    const { urls } = await startInstances(cli, processes);
    assert.notDeepEqual(await attack(t, secret, { ...cli, urls, loadMs: 0, random: randomFor(t) }), []);
  });
}

test('counted by the ledger: a write that was cut off, and repeated under its key, happens twice', {
  skip: noStrace,
}, async (t) => {
  const broken = brokenBuild(t, {
    name: 'applied twice: Idempotency-Keys are not stored',
    file: 'src/domain/decide-batch.ts',
    find: /newIdempotencyRecords\.push\([^;]*;/,
    replace: '',
  });
  const cli = openCliHarness(t, broken);
  const store = await prepareStore(cli, 'one PATCH among many');
  const server = await store.begin();
  // At its sync the commit is made, and nobody has been told.
  const tracing = await trace(t, server.pid, { calls: 'fsync,fdatasync', inject: 'signal=KILL:when=1' });
  await assert.rejects(store.patch(server, 'cut'));
  await tracing.detach();
  assert.equal((await store.patch(await cli.serve(), 'cut')).status, 200);
  await assert.rejects(store.assertSound('cut', [1]), /2 times/);
});
