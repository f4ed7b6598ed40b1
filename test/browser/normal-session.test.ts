import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, quantityOf, rowOf, shows } from '../support/browser/page.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/** An error that is expected hides the ones that are not, in the browser's console as in the service's metrics. */
test('no request of a normal session is answered with an error', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 })) });
  await service.call('PATCH', '/v1/inventory/1/details', { body: { name: 'Rex' } });
  const page = await openPage(t, service, { secret: null });
  const answers: { readonly status: number; readonly request: string }[] = [];
  page.on('response', (response) => {
    answers.push({ status: response.status(), request: `${response.request().method()} ${response.url()}` });
  });
  page.on('requestfailed', (request) => {
    // Signing out ends the event stream.
    if (!request.url().includes('/events')) answers.push({ status: 0, request: request.url() });
  });

  await page.reload();
  await page.getByLabel('API key').fill(service.secret);
  await page.keyboard.press('Enter');
  await shows(rowOf(page, 1).locator('.cell-name'), 'Rex');

  await page.keyboard.press('/');
  await page.keyboard.type('rex');
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: 'Change pet 1 (Rex)' }).waitFor();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.getByText('Pet 1 (Rex): 10 → 12 (+2)').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('is back at 10').waitFor();
  await page.getByRole('searchbox').fill('');
  await rowOf(page, 2).click();
  await page.keyboard.type('+3');
  await page.getByRole('radio', { name: 'Arrival' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(quantityOf(page, 2), '13');
  await rowOf(page, 2).focus();
  await page.keyboard.press('h');
  await page.getByText('No earlier changes.').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add pet' }).click();
  await page.getByRole('textbox', { name: 'ID' }).fill('4');
  await page.getByRole('textbox', { name: 'Quantity' }).fill('1');
  await page.getByRole('textbox', { name: 'Name' }).fill('Polly');
  await page.keyboard.press('Enter');
  await shows(rowOf(page, 4).locator('.cell-name'), 'Polly');
  await page.getByRole('button', { name: 'More actions for pet 4 (Polly)' }).click();
  await page.getByRole('menuitemradio', { name: 'Sold' }).click();
  await page.getByText('Pet 4 (Polly): available → sold').waitFor();
  await page.getByRole('button', { name: 'More actions for pet 4 (Polly)' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await rowOf(page, 4).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Import spreadsheet' }).click();
  const buffer = Buffer.from(
    'petId,quantity,status,name\n1,5,available,Max\n3,10,sold,\n4,2,available,Polly\n5,1,pending,\n',
  );
  await page.locator('input[type=file]').setInputFiles({ name: 'pets.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import 4 pets' }).click();
  await page.getByText('Stored: 4 rows. Skipped: 0.').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await shows(rowOf(page, 1).locator('.cell-name'), 'Max');
  await shows(quantityOf(page, 5), '1');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();

  await until(() => answers.some(({ request }) => request.endsWith('/inventory/details')));
  assert.ok(answers.length > 20, `${answers.length} answers`);
  assert.deepEqual(
    answers.filter(({ status }) => status === 0 || status >= 400),
    [],
  );
});
