import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageCodes, readMessages } from '../../dashboard/compile-messages.ts';
import { petStatuses } from '../../src/domain/item.ts';
import { type Details, noDetails } from '../../src/domain/pet-details.ts';
import { csvLines } from '../../src/import/csv-export.ts';
import { readImportFile } from '../../src/import/import-file.ts';
import { importFields } from '../../src/import/problem.ts';

const guppy: Details = { name: 'Guppy', barcode: '4006381333931', lowAt: 3 };
const pets = [
  { petId: 1n, quantity: 12, status: 'available', ...guppy },
  { petId: 2n, quantity: 0, status: 'pending', ...noDetails, name: '１２' },
  { petId: 9007199254740993n, quantity: 1_234, status: 'sold', ...noDetails },
] as const;

for (const code of languageCodes) {
  test(`what the dashboard exports in ${code} is imported again, with every combination of details`, async () => {
    const messages = readMessages(code);
    const wordsOf = <Name extends string>(area: string, names: readonly Name[]) =>
      Object.fromEntries(names.map((name) => [name, messages[`${area}.${name}`] ?? ''])) as Record<Name, string>;
    const words = { fields: wordsOf('stock', importFields), statuses: wordsOf('status', petStatuses) };
    for (const known of [guppy, { ...guppy, name: null }, { ...guppy, barcode: null }, noDetails]) {
      const exported = pets.map((pet) => ({
        ...pet,
        name: known.name && pet.name,
        barcode: known.barcode && pet.barcode,
        lowAt: known.lowAt && pet.lowAt,
      }));
      const lines = csvLines(exported, (petId) => exported.find((pet) => pet.petId === petId) ?? noDetails, words);
      const text = [...lines].join('');
      const { rows, faults, columns } = await readImportFile(new TextEncoder().encode(text));
      assert.deepEqual({ rows, faults, ignored: columns.ignored }, { rows: exported, faults: [], ignored: [] }, text);
    }
  });
}
