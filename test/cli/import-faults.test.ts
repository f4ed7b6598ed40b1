import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';

/** What an import complains about, without the name of the file and the summary, which must be right as well. */
async function faultsOf(cli: CliHarness, text: string): Promise<string[]> {
  const file = join(cli.folder, 'stock');
  writeFileSync(file, text);
  const { code, stdout, stderr } = await cli.runShared(['import', file]);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr);
  const lines = stderr.trimEnd().split('\n');
  const summary = lines.pop();
  while (/^pawstock: (Correct|Say|Read) .* with --/.test(lines.at(-1) ?? '')) lines.pop();
  const count = `${lines.length} ${lines.length === 1 ? 'fault' : 'faults'}`;
  assert.equal(summary, `pawstock: Nothing was imported: ${count} in ${file}.`);
  assert.deepEqual(await cli.levels(), [], 'something was imported');
  return lines.map((line) => line.replace(`pawstock: ${file}, `, ''));
}

const petId = 'petId must be a 64-bit integer';
const quantity = 'quantity must be an integer from 0 to 9007199254740991';
const status = 'status must be one of available, pending, sold';

describe('every bad row is named with its line and its value', { concurrency: 3 }, () => {
  test('in CSV', async (t) => {
    const [petId, quantity] = ['pet ID', 'quantity'].map((field) => `the ${field} must be a whole number`);
    const rows: readonly (readonly [row: string, ...faults: string[]])[] = [
      ['1,1,available'],
      ['x,1,available', `${petId}, not "x"`],
      ['9223372036854775808,1,available', 'the pet ID "9223372036854775808" has too many digits'],
      ['12E4,1,available', `${petId}, not "12E4"`],
      [''],
      ['10,,available', 'the quantity is empty'],
      ['11,-1,available', 'the quantity "-1" is below zero'],
      ['12,9007199254740992,available', 'the quantity "9007199254740992" is too large'],
      ['13,4.99999999999999999999,available', `${quantity}, not "4.99999999999999999999"`],
      ['19,1,AVAILABLE'],
      ['20,1,gone', `the ${status}, not "gone"`],
      ['x\u001b[2J,y,gone', `${petId}, not "x\\u001b[2J"`, `${quantity}, not "y"`, `the ${status}, not "gone"`],
      ['1,5,sold', 'pet 1 is on line 2 already'],
      ['"1",-5,sold', 'pet 1 is on line 2 already', 'the quantity "-5" is below zero'],
      ['24,x,sold', `${quantity}, not "x"`],
      ['24,1,sold'],
    ];
    const text = ['petId,quantity,status', ...rows.map(([row]) => row)].join('\r\n');
    assert.deepEqual(
      await faultsOf(openCliHarness(t), text),
      rows.flatMap(([, ...faults], index) => faults.map((fault) => `line ${index + 2}: ${fault}`)),
    );
  });

  const badJson: readonly (readonly [row: string, ...faults: string[]])[] = [
    ['{"petId":1,"quantity":1,"status":"sold"}'],
    ['{"petId":"2","quantity":1,"status":"sold"}', `${petId}, not "2"`],
    ['{"petId":null,"quantity":1,"status":"sold"}', `${petId}, not null`],
    ['{"petId":9223372036854775808,"quantity":1,"status":"sold"}', `${petId}, not 9223372036854775808`],
    ['{"quantity":1,"status":"sold"}', `${petId}, and it is missing`],
    ['{"petId":9,"quantity":4.99999999999999999999,"status":"sold"}', `${quantity}, not 4.99999999999999999999`],
    ['{"petId":10,"quantity":9007199254740992,"status":"sold"}', `${quantity}, not 9007199254740992`],
    ['{"petId":11,"quantity":true,"status":"sold"}', `${quantity}, not true`],
    ['{"petId":13,"quantity":1,"status":"SOLD"}', `${status}, not "SOLD"`],
    ['{"petId":14,"quantity":1,"status":["sold"]}', `${status}, not ["sold"]`],
    ['{"petId":15,"quantity":1}', `${status}, and it is missing`],
    ['{"petId":16,"quantity":01,"status":"sold"}', 'this is not valid JSON'],
    ['[]', 'this is not a JSON object'],
    ['"{}"', 'this is not a JSON object'],
    ['{"petId":1.0,"quantity":1,"status":"sold"}', 'pet 1 is on line 2 already'],
    ['{"petId":17,"quantity":1,"status":"sold","name":5}', 'name must be text, not 5'],
  ];
  const expected = badJson.flatMap(([, ...faults], index) => faults.map((fault) => `line ${index + 2}: ${fault}`));

  test('in a JSON array', async (t) => {
    const text = `[\n${badJson.map(([row]) => row).join(',\n')}\n]\n`;
    assert.deepEqual(await faultsOf(openCliHarness(t), text), expected);
  });

  test('in NDJSON', async (t) => {
    const text = `\n${badJson.map(([row]) => row).join('\n')}\n`;
    assert.deepEqual(await faultsOf(openCliHarness(t), text), expected);
  });

  test('in a JSON array whose rows take several lines: the line where the row begins', async (t) => {
    const text = '[\n  {\n    "petId": 1,\n    "quantity": 1\n  },\n\n  {\n    "petId": 1.5\n  }\n]';
    assert.deepEqual(await faultsOf(openCliHarness(t), text), [
      `line 2: ${status}, and it is missing`,
      `line 7: ${petId}, not 1.5`,
      `line 7: ${quantity}, and it is missing`,
      `line 7: ${status}, and it is missing`,
    ]);
  });
});

test('of very many bad rows the first twenty are named, and all are counted', async (t) => {
  const rows = 150_000;
  const { code, stderr } = await openCliHarness(t).run(['import', '-'], {
    input: `petId,quantity,status\n${'1,x,sold\n'.repeat(rows)}`,
  });
  assert.equal(code, 1);
  const lines = stderr.trimEnd().split('\n');
  assert.equal(lines.length, 22);
  assert.equal(lines.at(-2), 'pawstock: Correct the file, or leave these rows out with --skip-bad-rows.');
  assert.equal(
    lines.at(-1),
    `pawstock: Nothing was imported: ${rows} faults in standard input, of which the first 20 are shown.`,
  );
});

describe('a file that cannot be read is refused in one line', { concurrency: 3 }, () => {
  const rows: readonly (readonly [name: string, prepare: (file: string) => void, says: RegExp])[] = [
    ['one that is not there', () => undefined, /^pawstock: Cannot read .*stock: there is no such file\.\n$/],
    ['a folder', (file) => mkdirSync(file), /^pawstock: Cannot read .*stock: it is a folder\.\n$/],
  ];
  for (const [name, prepare, says] of rows) {
    test(name, async (t) => {
      const cli = openCliHarness(t);
      const file = join(cli.folder, 'stock');
      prepare(file);
      const { code, stdout, stderr } = await cli.runShared(['import', file]);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, says);
    });
  }
});
