import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { entryDelta } from '../../src/domain/ledger-entry.ts';
import { openShop, type Shop } from '../support/process.ts';
import type { Finished } from '../support/watched-process.ts';

function fileIn(shop: Shop, content: string | Uint8Array): string {
  const file = join(shop.folder, 'stock');
  writeFileSync(file, content);
  return file;
}

/** The smallest, the largest, and two that a double would round or stop at. */
const pets = [
  { petId: -9223372036854775808n, quantity: 0, status: 'sold' },
  { petId: -5n, quantity: 7, status: 'pending' },
  { petId: 9007199254740993n, quantity: 1000, status: 'available' },
  { petId: 9223372036854775807n, quantity: 9007199254740991, status: 'available' },
] as const;

const csv = `petId,quantity,status
-9223372036854775808,0,sold
9223372036854775807,9007199254740991,available
-5,7,pending
9007199254740993,1000,available
`;

const json = [
  '{"petId":-9223372036854775808,"quantity":0,"status":"sold"}',
  '{"petId":9223372036854775807,"quantity":9007199254740991,"status":"available"}',
  '{"petId":-5,"quantity":7,"status":"pending"}',
  '{"petId":9007199254740993,"quantity":1000,"status":"available"}',
];

describe('an import reads, without losing a digit,', { concurrency: 3 }, () => {
  const files: Readonly<Record<string, string>> = {
    CSV: csv,
    'CSV as spreadsheets write it': `\uFEFF${csv.replaceAll(/[^,\n]+/g, '"$&"').replaceAll('\n', '\r\n')}`,
    'a JSON array': `[\n${json.join(',\n')}\n]\n`,
    NDJSON: json.join('\n'),
  };
  const assertImported = async (shop: Shop, { code, stdout, stderr }: Finished) => {
    assert.deepEqual([code, stdout, stderr], [0, '', 'Imported 4 pets: 4 added, 0 replaced.\n']);
    assert.deepEqual(await shop.levels(), pets);
  };
  for (const [name, text] of Object.entries(files)) {
    test(`${name} from a file`, async (t) => {
      const shop = openShop(t);
      await assertImported(shop, await shop.run(['import', fileIn(shop, text)]));
    });
  }

  for (const name of ['CSV', 'a JSON array']) {
    test(`${name} from standard input`, async (t) => {
      const shop = openShop(t);
      await assertImported(shop, await shop.run(['import', '-'], { input: files[name] ?? '' }));
    });
  }
});

describe('an import', { concurrency: 3 }, () => {
  test('adds and replaces, leaves other pets alone, and tells how many; every pet is one entry', async (t) => {
    const shop = openShop(t);
    await shop.stock([
      { petId: 1n, quantity: 10 },
      { petId: 2n, quantity: 20, status: 'sold' },
    ]);
    const { code, stdout } = await shop.run(['import', '-', '--json'], {
      input: 'petId,quantity,status\n2,5,pending\n1,10,available\n3,0,sold\n',
    });
    assert.deepEqual({ code, told: JSON.parse(stdout) }, { code: 0, told: { added: 1, replaced: 2, dryRun: false } });
    assert.deepEqual(await shop.levels(), [
      { petId: 1n, quantity: 10, status: 'available' },
      { petId: 2n, quantity: 5, status: 'pending' },
      { petId: 3n, quantity: 0, status: 'sold' },
    ]);
    assert.deepEqual(
      (await shop.ledger()).map((entry) => [entry.seq, entry.petId, entry.before, entry.after, entryDelta(entry)]),
      [
        [1, 1n, null, 10, 10],
        [2, 2n, null, 20, 20],
        [3, 2n, 20, 5, -15],
        [4, 1n, 10, 10, 0],
        [5, 3n, null, 0, 0],
      ],
    );
    for (const { kind, key, requestId } of await shop.ledger()) {
      assert.deepEqual({ kind, key, requestId }, { kind: 'import', key: null, requestId: null });
    }
  });

  test('as a dry run tells the same and changes nothing', async (t) => {
    const shop = openShop(t);
    await shop.stock(pets);
    const input = 'petId,quantity,status\n-5,8,sold\n1,1,sold\n';
    const { code, stdout, stderr } = await shop.run(['import', '-', '--dry-run'], { input });
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.equal(stderr, 'Would import 2 pets: 1 added, 1 replaced.\n');
    assert.deepEqual(await shop.levels(), pets);
    assert.equal((await shop.ledger()).length, pets.length);
  });

  test('as a dry run names bad rows too', async (t) => {
    const shop = openShop(t);
    const { code, stderr } = await shop.run(['import', '-', '--dry-run'], {
      input: 'petId,quantity,status\n1,x,sold\n',
    });
    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: line 2: quantity must be/);
  });

  test('of a header alone, or of an empty array, is an import of nothing', async (t) => {
    const shop = openShop(t);
    for (const input of ['petId,quantity,status\n', '[]']) {
      const { code, stderr } = await shop.run(['import', '-'], { input });
      assert.deepEqual({ code, stderr }, { code: 0, stderr: 'Imported 0 pets: 0 added, 0 replaced.\n' });
    }
    assert.deepEqual(await shop.levels(), []);
  });

  const lines = Array.from({ length: 20_000 }, (_, index) => `${index + 1},${index % 50},available`);
  const many = ['petId,quantity,status', ...lines];

  test('of 20,000 rows with a bad one on line 17,345 names that and imports none', async (t) => {
    const shop = openShop(t);
    await shop.stock(pets);
    const { code, stdout, stderr } = await shop.run(['import', '-'], {
      input: many.with(17_345 - 1, '17344,-1,available').join('\n'),
    });
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.deepEqual(stderr.split('\n'), [
      'pawstock: line 17345: quantity must be an integer from 0 to 9007199254740991',
      'pawstock: Nothing was imported: 1 fault in standard input.',
      '',
    ]);
    assert.deepEqual(await shop.levels(), pets);
  });

  test('of 20,000 rows draws no bar into a pipe', async (t) => {
    const shop = openShop(t);
    const { code, stderr } = await shop.run(['import', '-'], { input: many.join('\n') });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: 'Imported 20000 pets: 20000 added, 0 replaced.\n' });
    assert.equal((await shop.levels()).length, 20_000);
  });

  test('draws a bar on a terminal, and wipes it away', async (t) => {
    const shop = openShop(t);
    const file = fileIn(shop, many.join('\n'));
    const line = `"${process.execPath}" bin/pawstock.js import "${file}"`;
    const { code, stdout } = await shop.shell(`script -qec '${line}' /dev/null`);
    assert.equal(code, 0);
    const [bar = '', ...lines] = stdout.split('\x1b[K');
    assert.match(bar, /^(\rImporting █*░* \d+ % \(\d+ of 20000\))+\r$/);
    assert.ok(bar.endsWith(`${'█'.repeat(30)} 100 % (20000 of 20000)\r`));
    assert.deepEqual(lines, ['Imported 20000 pets: 20000 added, 0 replaced.\r\n']);
  });
});
