import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { ColumnChoice } from '../../src/import/columns.ts';
import { brokenFiles, goodFiles } from '../fixtures/spreadsheets/expectations.ts';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, shows, showsAll } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { levelsIn } from '../support/service/store-contents.ts';

/** Some of the files of test/import/spreadsheets.test.ts, which reads them all: those with columns to be chosen, and others. */

const folder = new URL('../fixtures/spreadsheets/', import.meta.url);
const isUnclear = (faults: readonly string[]) => faults.some((fault) => /columns could be|no column/.test(fault));
const unclear = Object.entries(brokenFiles).filter(([, faults]) => isUnclear(faults));
const clear = Object.entries(brokenFiles).filter(([, faults]) => !isUnclear(faults));

test('spreadsheets', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [] });
  const page = await openPage(t, service);
  const dialog = page.getByRole('dialog', { name: 'Import a spreadsheet' });
  const subtest = await subtestsOf(t, service, page, { prepare: () => openImport(page) });

  for (const [file, faults] of [...unclear, ...clear.slice(0, 2)]) {
    await subtest(`${file} is refused`, async () => {
      await chooseFile(dialog, 'broken', file);
      if (isUnclear(faults)) await dialog.getByText(`${faults.join('. ')}.`).waitFor();
      else {
        await showsAll(dialog.getByRole('listitem'), faults);
        assert.ok(await dialog.getByRole('button', { name: /^(Import \d|Nothing)/ }).isDisabled());
      }
      assert.deepEqual(await levelsIn(service.store), []);
    });
  }

  const chosen = goodFiles.filter(({ choice }) => choice !== undefined);
  const others = goodFiles.filter(({ choice }) => choice === undefined);
  for (const { file, choice, rows } of [...chosen, ...others.slice(0, 2)]) {
    await subtest(`${file} is imported`, async () => {
      await chooseFile(dialog, 'good', file);
      if (choice !== undefined) await chooseColumns(dialog, choice);
      await dialog.getByRole('button', { name: /^Import \d/ }).click();
      await dialog.getByText(`Stored: ${rows.length} rows. Skipped: 0.`).waitFor();

      const byId = rows.toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
      assert.deepEqual(
        await levelsIn(service.store),
        byId.map(({ petId, quantity, status }) => ({ petId, quantity, status: status ?? 'available' })),
      );
      const names = byId.filter(({ name }) => name !== null);
      const stored = await (await service.call('GET', '/v1/inventory/details')).text();
      assert.equal(
        stored,
        `[${names.map(({ petId, name }) => `{"petId":${petId},"name":${JSON.stringify(name)},"barcode":null,"lowAt":null}`)}]`,
      );

      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await shows(page.locator('.tile-value').first(), String(rows.length));
      await openImport(page);
      await chooseFile(dialog, 'good', file);
      if (choice !== undefined) await chooseColumns(dialog, choice);
      await dialog.getByText(`0 new pets, 0 changed, ${rows.length} unchanged.`).waitFor();
    });
  }
});

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Import spreadsheet' }).click();
}

async function chooseFile(dialog: Locator, kind: string, file: string): Promise<void> {
  const buffer = readFileSync(new URL(`${kind}/${file}`, folder));
  await dialog.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'text/csv', buffer });
}

const labels = { petId: 'Pet ID', quantity: 'Quantity', status: 'Status', name: 'Name' } as const;

async function chooseColumns(dialog: Locator, choice: ColumnChoice): Promise<void> {
  for (const [field, column] of Object.entries(choice)) {
    const select = dialog.getByLabel(labels[field as keyof typeof labels]);
    await select.waitFor();
    const options = await select.getByRole('option').allTextContents();
    const wanted = String(column) || 'Not in the file';
    await select.selectOption({ label: options.find((option) => option.toLowerCase() === wanted.toLowerCase()) ?? '' });
  }
  await dialog.getByRole('button', { name: 'Continue' }).click();
}
