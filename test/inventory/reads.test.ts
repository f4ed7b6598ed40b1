import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ShopDays } from '@pawstock/shared/shop-days.ts';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function openReads(t: TestContext) {
  const folder = temporaryFolder(t, () => inventory.close());
  const inventory = new Inventory(
    () => openStore({ engine: 'sqlite', file: join(folder, 'store.db') }),
    {
      limits: { ...limits, reportsMax: 2 },
      platform: systemPlatform,
    },
  );
  await inventory.load();
  return inventory.reads;
}

describe('a report', () => {
  async function openReports(t: TestContext) {
    const reads = await openReads(t);
    return (isWanted = true) =>
      reads.report({
        since: 0,
        until: undefined,
        petIds: null,
        shopDays: new ShopDays('UTC'),
        withDays: false,
        isWanted: () => isWanted,
      });
  }

  test('whose client has gone while it waited is not made', async (t) => {
    const report = await openReports(t);
    const first = report();

    await assert.rejects(report(false), { code: 'overloaded' });

    (await first).release();
  });

  test('whose client has gone leaves its place to another', async (t) => {
    const report = await openReports(t);
    const first = report();
    await assert.rejects(report(false));

    const second = await report();

    (await first).release();
    second.release();
  });

  test('holds its place until its response is sent', async (t) => {
    const report = await openReports(t);
    const first = await report();
    const second = await report();

    await assert.rejects(report(), { code: 'overloaded' }, 'both places are held');
    first.release();
    const third = await report();

    third.release();
    second.release();
  });
});

test('a list of one key waits for one list of another key, however many that one asks for', async (t) => {
  const reads = await openReads(t);
  const made: string[] = [];
  const list = (keyId: number, name: string) =>
    reads.makeInTurn({ keyId }, async () => {
      made.push(name);
      await nextTurn();
    });

  const many = Array.from({ length: 40 }, () => list(1, 'busy key'));
  const other = list(2, 'other key');
  await Promise.all(many);
  await other;

  assert.ok(made.indexOf('other key') <= 2, `it was number ${made.indexOf('other key')}`);
  assert.equal(made.length, 41);
});

describe('of pages that are requested at once, one is made in a turn of the event loop', () => {
  type Reads = Awaited<ReturnType<typeof openReads>>;
  const pages = [
    {
      title: 'of the history of a pet',
      request: (reads: Reads) => reads.history({ keyId: 1 }, 1n, { before: null, limit: 10 }),
    },
    {
      title: 'of the history of all pets',
      request: (reads: Reads) => reads.searchHistory({ keyId: 1 }, { limit: 10 }),
    },
  ];

  for (const { title, request } of pages) {
    test(title, async (t) => {
      const reads = await openReads(t);
      let made = 0;
      const requested = Array.from({ length: 10 }, async () => {
        await request(reads);
        made++;
      });

      while (made < requested.length) {
        const before = made;
        await nextTurn();
        assert.ok(made <= before + 1, `${made - before} were made in one turn`);
      }
    });
  }
});
