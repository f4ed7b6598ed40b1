import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { reasons } from '@pawstock/shared/ledger-entry.ts';
import { PawstockClient } from 'pawstock-client/client.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

test('pawstock serve --demo', async (t) => {
  const cli = openCliHarness(t);
  const demo = await cli.serve(['--demo', '--base-url', 'https://shop.example/api/v1'], {
    env: { BACKUP_FOLDER: cli.folder },
  });
  const [, page, key = ''] = /^ {2}Dashboard +(\S+)#key=(\S+)$/m.exec(demo.stdout) ?? [];
  const client = new PawstockClient({ url: `${demo.url}/api/v1`, key });
  const { items } = await client.listInventory();

  await t.test('prints an address and two curl lines that work as they stand', async () => {
    assert.equal(page, `${demo.url}/`);
    const lines = demo.stdout.match(/^ {2}curl .*$/gm) ?? [];
    const answers = await Promise.all(
      lines.map((line) => cli.shell(`${line} --silent --show-error`)),
    );
    assert.deepEqual(
      answers.map(({ code, stderr }) => [code, stderr]),
      [
        [0, ''],
        [0, ''],
      ],
    );
    assert.equal(JSON.parse(answers[0]?.stdout ?? '').length, items.length);
    assert.equal(answers[1]?.stdout, '{"petId":1,"quantity":15,"status":"available"}');
    assert.notEqual(items[0]?.quantity, 15, 'the update that we suggest changes nothing');
  });

  await t.test(
    'has details and two months of history that the ledger accounts for, and no backups',
    async () => {
      assert.equal((await client.listBackups()).folder, null);
      assert.ok(items.length >= 20 && items.length <= 30, `${items.length} pets`);
      assert.equal(new Set(items.map(({ status }) => status)).size, 3);
      assert.equal((await client.listDetails()).length, items.length);
      const { entries } = await client.listInventoryHistory({ limit: 1000 });
      assert.ok(entries.length > 400, `${entries.length} changes`);
      const told = new Set(entries.map(({ reason }) => reason));
      assert.deepEqual(told, new Set([null, ...reasons.filter((one) => one !== 'adjustment')]));
      const days = entries.map(({ at }) => (Date.now() - at.getTime()) / 86_400_000);
      assert.deepEqual(
        days,
        days.toSorted((a, b) => a - b),
      );
      const oldest = days.at(-1) ?? 0;
      assert.ok((days[0] ?? 0) >= 0 && oldest > 60 && oldest < 63, `${oldest} days`);
      const [folder] = readdirSync(cli.temporary);
      const database = `sqlite:${cli.temporary}/${folder}/pawstock.db`;
      assert.equal((await cli.runShared(['verify', '--database', database])).code, 0);
    },
  );

  await t.test(
    'leaves nothing behind when its terminal is closed, and does not touch another store',
    async () => {
      assert.equal((await demo.signal('SIGHUP')).code, 0);
      assert.deepEqual(readdirSync(cli.temporary), []);
      assert.equal(existsSync(cli.file), false);
    },
  );
});
