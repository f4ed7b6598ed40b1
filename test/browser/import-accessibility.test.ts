import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { hasNoViolation } from '../support/browser/axe.ts';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, quantityOf, setElsewhere, signInAs } from '../support/browser/page.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const csv = ['petId,quantity,status', '1,5,sold', '99,1,available'].join('\n');
const unclearCsv = ['Stock,', 'Code,Menge', '1,5'].join('\n');
const badCsv = ['petId,quantity,status', '1,x,sold', '2,"1,200",active', '3,-1,sold'].join('\n');

test('no axe violations in names, keys and imports', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [1n, 2n].map((petId) => ({ petId, quantity: 10 })) });
  const page = await openPage(t, service);
  await quantityOf(page, 1).waitFor();
  await page.getByRole('button', { name: 'More actions for pet 2' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(201));
  await hasNoViolation(page, 'name dialog');
  await page.getByRole('textbox', { name: 'Name' }).fill('Rex');
  await page.keyboard.press('Enter');
  await page.getByText('Pet 2 (Rex) saved.').waitFor();
  await hasNoViolation(page, 'table with names');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Import spreadsheet' }).click();
  await choose(page, badCsv);
  await page.getByText('3 lines cannot be read.').waitFor();
  await page.getByRole('checkbox', { name: 'Leave these 3 lines out' }).check();
  await hasNoViolation(page, 'lines that are left out');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, unclearCsv);
  await page.getByText('Which columns').waitFor();
  await hasNoViolation(page, 'columns');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, csv);
  await page.getByText('1 new pet, 1 changed').waitFor();
  await hasNoViolation(page, 'import preview');
  await setElsewhere(service, 1, 2);
  await page.getByRole('button', { name: 'Import 2 pets' }).click();
  await page.getByText('Skipped: 1').waitFor();
  await hasNoViolation(page, 'import result');
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Key: admin' }).click();
  await hasNoViolation(page, 'key');
  await page.keyboard.press('Escape');

  await signInAs(page, await createKey(service.store, { name: 'till', scope: 'write' }));
  await page.getByRole('button', { name: 'More actions for pet 1' }).click();
  await hasNoViolation(page, 'row menu of a write key');
  await page.getByRole('menuitem', { name: 'Mark as pending or sold' }).click();
  await hasNoViolation(page, 'key that does not suffice');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Import spreadsheet' }).click();
  await choose(page, csv);
  await page.getByText('needs a key with the scope admin').waitFor();
  await hasNoViolation(page, 'import that the key does not allow');
});

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}
