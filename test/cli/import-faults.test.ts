import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openShop, type Shop } from '../support/process.ts';

/** What an import complains about, without the summary, which must be right as well. */
async function faultsOf(shop: Shop, file: string, input?: string | Uint8Array): Promise<string[]> {
  const { code, stdout, stderr } = await shop.run(['import', file], input === undefined ? {} : { input });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr);
  const lines = stderr.trimEnd().split('\n');
  const summary = lines.pop();
  const from = file === '-' ? 'standard input' : file;
  const count = `${lines.length} ${lines.length === 1 ? 'fault' : 'faults'}`;
  assert.equal(summary, `pawstock: Nothing was imported: ${count} in ${from}.`);
  assert.deepEqual(await shop.levels(), [], 'something was imported');
  return lines.map((line) => line.replace('pawstock: ', ''));
}

const petId = 'petId must be a 64-bit integer';
const quantity = 'quantity must be an integer from 0 to 9007199254740991';
const status = 'status must be one of available, pending, sold';

describe('every bad row is named with its line', { concurrency: 3 }, () => {
  const badCsv: readonly (readonly [row: string, ...faults: string[]])[] = [
    ['1,1,available'],
    ['x,1,available', petId],
    [',1,available', petId],
    ['007,1,available', petId],
    ['+7,1,available', petId],
    ['-0,1,available', petId],
    ['7.0,1,available', petId],
    ['9223372036854775808,1,available', petId],
    ['-9223372036854775809,1,available', petId],
    [''],
    ['10,,available', quantity],
    ['11,-1,available', quantity],
    ['12,1.5,available', quantity],
    ['13,4.99999999999999999999,available', quantity],
    ['14,9007199254740992,available', quantity],
    ['15,1e400,available', quantity],
    ['16,"1,000",available', '4 fields instead of 3'],
    ['17,many,available', quantity],
    ['18,1,', status],
    ['19,1,Available', status],
    ['20,1,gone', status],
    ['x,-1,gone', petId, quantity, status],
    ['21,1', '2 fields instead of 3'],
    ['22', '1 fields instead of 3'],
    ['23,1,sold,', '4 fields instead of 3'],
    ['1,5,sold', 'petId 1 is on line 2 already'],
    ['1,-5,sold', 'petId 1 is on line 2 already', quantity],
    ['"1",5,sold', 'petId 1 is on line 2 already'],
    ['24,1,sold'],
  ];
  for (const [name, lineEnd] of [
    ['line feeds', '\n'],
    ['CRLF', '\r\n'],
  ] as const) {
    test(`in CSV with ${name}`, async (t) => {
      const text = ['petId,quantity,status', ...badCsv.map(([row]) => row)].join(lineEnd);
      assert.deepEqual(
        await faultsOf(openShop(t), '-', text),
        badCsv.flatMap(([, ...faults], index) => faults.map((fault) => `line ${index + 2}: ${fault}`)),
      );
    });
  }

  const badJson: readonly (readonly [row: string, ...faults: string[]])[] = [
    ['{"petId":1,"quantity":1,"status":"sold"}'],
    ['{"petId":"2","quantity":1,"status":"sold"}', petId],
    ['{"petId":null,"quantity":1,"status":"sold"}', petId],
    ['{"petId":2.5,"quantity":1,"status":"sold"}', petId],
    ['{"petId":9223372036854775808,"quantity":1,"status":"sold"}', petId],
    ['{"quantity":1,"status":"sold"}', petId],
    ['{"petId":7,"quantity":"5","status":"sold"}', quantity],
    ['{"petId":8,"quantity":true,"status":"sold"}', quantity],
    ['{"petId":9,"quantity":4.99999999999999999999,"status":"sold"}', quantity],
    ['{"petId":10,"quantity":9007199254740992,"status":"sold"}', quantity],
    ['{"petId":11,"quantity":-1,"status":"sold"}', quantity],
    ['{"petId":12,"status":"sold"}', quantity],
    ['{"petId":13,"quantity":1,"status":"SOLD"}', status],
    ['{"petId":14,"quantity":1,"status":["sold"]}', status],
    ['{"petId":15,"quantity":1}', status],
    ['{}', petId, quantity, status],
    ['{"petId":16,"quantity":01,"status":"sold"}', 'this is not valid JSON'],
    ['[]', 'this is not a JSON object'],
    ['null', 'this is not a JSON object'],
    ['17', 'this is not a JSON object'],
    ['"{}"', 'this is not a JSON object'],
    ['{"petId":1.0,"quantity":1,"status":"sold"}', 'petId 1 is on line 2 already'],
  ];
  const expected = badJson.flatMap(([, ...faults], index) => faults.map((fault) => `line ${index + 2}: ${fault}`));

  test('in a JSON array', async (t) => {
    const text = `[\n${badJson.map(([row]) => row).join(',\n')}\n]\n`;
    assert.deepEqual(await faultsOf(openShop(t), '-', text), expected);
  });

  test('in NDJSON', async (t) => {
    const text = `\n${badJson.map(([row]) => row).join('\n')}\n`;
    assert.deepEqual(await faultsOf(openShop(t), '-', text), expected);
  });

  test('in a JSON array whose rows take several lines: the line where the row begins', async (t) => {
    const text = '[\n  {\n    "petId": 1,\n    "quantity": 1\n  },\n\n  {\n    "petId": 1.5\n  }\n]';
    assert.deepEqual(await faultsOf(openShop(t), '-', text), [
      `line 2: ${status}`,
      `line 7: ${petId}`,
      `line 7: ${quantity}`,
      `line 7: ${status}`,
    ]);
  });
});

test('each of very many bad rows is named', async (t) => {
  const rows = 150_000;
  const { code, stderr } = await openShop(t).run(['import', '-'], {
    input: `petId,quantity,status\n${'1,x,sold\n'.repeat(rows)}`,
  });
  assert.equal(code, 1);
  // Every row has a bad quantity, and every row but the first has the petId of the first.
  assert.ok(
    stderr.endsWith(`pawstock: Nothing was imported: ${2 * rows - 1} faults in standard input.\n`),
    stderr.slice(-200),
  );
  assert.equal(stderr.split('\n').length, 2 * rows + 1);
});

test('a file without anything in it is a fault of its first line', async (t) => {
  assert.deepEqual(await faultsOf(openShop(t), '-', ''), ['line 1: the file is empty']);
});

describe('a file that cannot be read is refused in one line', { concurrency: 3 }, () => {
  const rows: readonly (readonly [name: string, prepare: (file: string) => void, says: RegExp])[] = [
    ['one that is not there', () => undefined, /Cannot read .*stock: ENOENT\.$/],
    ['a folder', (file) => mkdirSync(file), /Cannot read .*stock: EISDIR\.$/],
    [
      'bad UTF-8',
      (file) => writeFileSync(file, Buffer.from('petId,quantity,status\n1,1,sold\xff\n', 'latin1')),
      /stock is not UTF-8 text\.$/,
    ],
    [
      'UTF-16, as spreadsheets like to write it',
      (file) => writeFileSync(file, Buffer.from('\uFEFFpetId,quantity,status\n1,1,sold\n', 'utf16le')),
      /stock is not UTF-8 text\.$/,
    ],
  ];
  for (const [name, prepare, says] of rows) {
    test(name, async (t) => {
      const shop = openShop(t);
      const file = join(shop.folder, 'stock');
      prepare(file);
      const { code, stdout, stderr } = await shop.run(['import', file]);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^pawstock: [^\n]+\n$/);
      assert.match(stderr.trimEnd(), says);
    });
  }
});
