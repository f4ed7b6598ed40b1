import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Breakage, brokenBuild } from '../support/broken-build.ts';
import { startInstances } from '../support/instances.ts';
import { openShop } from '../support/process.ts';
import { attack, prepareStore } from '../support/recorded-attack.ts';

/** The same clients and the same checker as in linearizability.test.ts must say no where a promise is broken. */
const breakages: readonly Breakage[] = [
  {
    name: 'stale read: nobody looks whether another process has written',
    file: 'src/inventory/inventory.ts',
    find: /(#catchUp\(\): [^;{]*\{)/,
    replace: '$1 if (this.#keyring.revision > 0) return;',
  },
  {
    name: 'lost update: If-Match is not looked at',
    file: 'src/domain/decide.ts',
    find: /if \(expected !== null && !matches\([^;]*;/,
    replace: '',
  },
  {
    name: 'lost update: a level is read once and remembered, though others write',
    file: 'src/sqlite/ledger-writer.ts',
    find: /this\.#item\.get\(petId\)/,
    replace: '((globalThis.levels ??= {})[petId] ??= this.#item.get(petId))',
  },
];

for (const breakage of breakages) {
  test(`refused by the checker: ${breakage.name}`, async (t) => {
    const root = brokenBuild(t, breakage);
    const shop = openShop(t);
    const secret = await shop.inStore(prepareStore);
    const { urls } = await startInstances(shop, 2, { root });
    const verdict = await attack(t, secret, { ...shop, urls, loadMs: 500 });
    assert.equal(verdict.result, 'violated', JSON.stringify(verdict));
  });
}
