import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readImportFile } from '@pawstock/shared/import/import-file.ts';
import { describeProblem, fieldTitle, type ImportField } from '@pawstock/shared/import/problem.ts';
import type { ImportChoice } from '@pawstock/shared/import/table.ts';
import type { Locator } from 'playwright-core';
import { filesIn } from '../../fixtures/spreadsheets/spreadsheets.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import { chooseInMenu, openPage, reload, showsAll } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { levelsIn } from '../../support/service/store-contents.ts';

/**
 * Tests what the import dialog asks and says, with one spreadsheet for each case. test/import reads
 * all of them.
 */

const goodFiles = await Promise.all(
  filesIn('good').map(async (file) => ({
    ...file,
    ...(await readImportFile(file.bytes, file.choice)),
  })),
);
const oneOfEachKind = goodFiles.filter((file, index) => {
  const kindOf = ({ choice, faults, rows }: typeof file) =>
    String(Object.keys(choice)) || [faults.length > 0, rows[0]?.petId === null].join();
  return goodFiles.findIndex((other) => kindOf(other) === kindOf(file)) === index;
});

/**
 * One file for each reason why the dialog cannot import a file. test/import checks the full
 * messages.
 */
const brokenOfEachKind: Readonly<Record<string, string>> = {
  'empty.csv': 'empty.csv: the file is empty.',
  'thousands-comma.csv': 'What does “1,234” mean in this file?',
  'no-header.csv': 'Choose the column of the pet ID or barcode and quantity.',
  'empty-sheet.xlsx': 'This sheet is empty.',
};

test('spreadsheets', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [] });
  const page = await openPage(t, service);
  const dialog = page.getByRole('dialog', { name: 'Import a spreadsheet' });
  const openImport = () => chooseInMenu(page, 'Menu', 'Import spreadsheet');

  await t.test('files that cannot be imported, one after the other', async () => {
    await openImport();
    for (const { file, bytes } of filesIn('broken').filter(
      ({ file }) => file in brokenOfEachKind,
    )) {
      await chooseFile(dialog, file, bytes);
      await dialog.getByText(brokenOfEachKind[file] ?? '').waitFor();
      const next = dialog.getByRole('button', { name: /^(Import \d|Nothing|Continue)/ });
      if ((await next.count()) === 0) continue;
      assert.ok(await next.isDisabled(), file);
      await dialog.getByRole('button', { name: 'Choose another file' }).click();
    }
    assert.deepEqual(await levelsIn(service.store), []);
  });

  for (const { file, bytes, choice, faults, rows } of oneOfEachKind) {
    await t.test(`${file} is imported`, async () => {
      for (const { petId } of await levelsIn(service.store))
        await service.call('DELETE', `/v1/inventory/${petId}`);
      // No new pet gets the ID of a pet of an earlier file, although that pet was removed.
      const next = await service.call('GET', '/v1/inventory/next-id');
      const { petId: nextId } = (await next.json()) as { readonly petId: number };

      await reload(page);
      await openImport();
      await chooseFile(dialog, file, bytes);
      await answer(dialog, choice);
      if (faults.length > 0) {
        const leftOut = faults.map(
          ({ line, problem }) => `line ${line}: ${describeProblem(problem)}`,
        );
        await showsAll(dialog.getByRole('listitem'), leftOut);
        await dialog.getByRole('checkbox').check();
      }
      const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
      await dialog.getByRole('button', { name: /^Import \d/ }).click();
      await dialog.getByText(`Stored: ${count}. Skipped: 0.`).waitFor();

      const byId = rows
        .map((row, index) => ({ ...row, petId: row.petId ?? BigInt(nextId + index) }))
        .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
      const expected = byId.map(({ petId, quantity, status }) => ({
        petId,
        quantity,
        status: status ?? 'available',
      }));
      assert.deepEqual(await levelsIn(service.store), expected);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    });
  }
});

async function chooseFile(dialog: Locator, file: string, buffer: Buffer): Promise<void> {
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: file, mimeType: 'text/csv', buffer });
}

/** Answers the import dialog's questions about a file. */
async function answer(dialog: Locator, choice: ImportChoice): Promise<void> {
  const { columns = {}, sheet, headerLine, thousands, statuses = {}, negativeAsZero } = choice;
  if (choice.location !== undefined) {
    const question = dialog.getByRole('radiogroup', { name: 'Which location’s stock is it?' });
    await question.getByRole('radio', { name: choice.location }).click({ force: true });
  }
  if (sheet !== undefined) await (await mapping(dialog, /^Sheet$/)).selectOption(sheet);
  if (headerLine !== undefined) {
    await (await mapping(dialog, 'Line with the column names')).selectOption(String(headerLine));
  }
  for (const [field, column] of Object.entries(columns)) {
    // Each column of the dialog's table has a list of fields, which is labelled with the column's
    // name in the file.
    const name = String(column) || fieldTitle(field as ImportField);
    await (await mapping(dialog, new RegExp(`^${name}$`, 'i'))).selectOption(
      String(column) && field,
    );
  }
  if (Object.keys(columns).length > 0)
    await dialog.getByRole('button', { name: 'Continue' }).click();
  if (thousands !== undefined) {
    const question = dialog.getByRole('radiogroup', { name: /^What does “.*” mean in this file/ });
    const text = (await question.textContent()) ?? '';
    const means =
      text.includes('1,200') || text.includes('1.200') || text.includes('1,001') ? 0 : 1;
    await question.getByRole('radio').nth(means).click({ force: true });
  }
  for (const [text, status] of Object.entries(statuses)) {
    const label = text === '' ? /an empty status/ : new RegExp(`the status “${text}”`, 'i');
    await dialog.getByLabel(label).selectOption(status);
  }
  if (negativeAsZero)
    await dialog.getByRole('radio', { name: 'None are left: 0' }).click({ force: true });
}

/**
 * Returns a field of the form in which the user chooses sheet and columns. Opens the form first if
 * it is closed.
 */
async function mapping(dialog: Locator, label: string | RegExp): Promise<Locator> {
  const change = dialog.getByRole('button', { name: 'Change columns' });
  await change.or(dialog.getByText('What is in the columns of')).waitFor();
  if (await change.isVisible()) await change.click();
  return dialog.getByLabel(label);
}
