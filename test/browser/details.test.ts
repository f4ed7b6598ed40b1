import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { hasNoViolation } from '../support/browser/axe.ts';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, quantityOf, rowOf, scan, shows, showsAll } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService, type TestService } from '../support/service/service.ts';

const ean = '4006381333931';
const pets = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((petId) => ({ petId, quantity: 20 }));
const known = {
  3: { name: 'Guppy', barcode: ean },
  4: { name: 'Ökö', barcode: '7', lowAt: 50 },
  5: { name: 'Finch', barcode: 'Fi-5' },
  6: { name: ean, lowAt: 1 },
};

async function change(service: TestService, petId: number | string, body: object): Promise<void> {
  assert.equal((await service.call('PATCH', `/v1/inventory/${petId}/details`, { body })).status, 200);
}

async function openDetails(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${label}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
}

function darkSquaresOf(text: string): string[] {
  return encode(text, { border: 2 }).data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `${x} ${y}` : [])));
}

test('details', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  for (const [petId, body] of Object.entries(known)) await change(service, petId, body);
  const page = await openPage(t, service, { locale: 'de-DE' });
  const subtest = await subtestsOf(t, service, page);
  const field = (name: string) => page.getByRole('textbox', { name });
  const save = page.getByRole('button', { name: 'Save' });

  await subtest('a barcode comes before an ID, and an ID before a name, in the search and in a delivery', async () => {
    await shows(rowOf(page, 3).locator('.cell-name'), 'Guppy');
    for (const [code, pet] of [
      [ean, 'pet 3 (Guppy)'],
      ['7', 'pet 4 (Ökö)'],
      ['#7', 'pet 7'],
      ['Fi-5', 'pet 5 (Finch)'],
      ['8', 'pet 8'],
    ] as const) {
      await scan(page, code);
      await page.getByRole('form', { name: `Change ${pet}` }).waitFor();
    }
    await page.keyboard.press('Escape');
    const search = page.getByRole('searchbox', { name: 'Search by ID, name or barcode' });
    for (const [text, found] of [
      ['7', ['4', '7']],
      ['fi-', ['5']],
      ['63813', ['3', '6']],
    ] as const) {
      await search.fill(text);
      await showsAll(page.locator('.cell-pet:not([role=columnheader])'), found);
    }
    await search.fill('7');
    await search.press('Enter');
    await page.getByRole('form', { name: 'Change pet 4 (Ökö)' }).waitFor();
    await page.keyboard.press('Escape');

    // It adds one of its pet to a delivery.
    await page.goto(`${service.url}/#receiving`);
    await page.getByLabel('Pet ID or name').waitFor();
    for (const code of [ean, '7', ean]) await scan(page, code);
    await page.locator('[data-line="3"]').waitFor();
    assert.equal(await page.locator('[data-line="3"] input').inputValue(), '2');
    assert.equal(await page.locator('[data-line="4"] input').inputValue(), '1');
  });

  await subtest('low is what the pet says, in the overview, the filter and the row', async () => {
    await shows(rowOf(page, 4).locator('.badge'), 'Low');
    await page.getByRole('button', { name: /^Low stock/ }).click();
    await showsAll(page.locator('.cell-pet:not([role=columnheader])'), ['4']);
    await page.getByLabel('up to').fill('30');
    // Pet 6 has a level of its own.
    await showsAll(page.locator('.cell-pet:not([role=columnheader])'), ['1', '2', '3', '4', '5', '7', '8']);
    await shows(page.getByRole('button', { name: /^Low stock/ }).locator('.tile-value'), '7');
  });

  await subtest('name, barcode and level are changed together, and a taken barcode is refused', async () => {
    await openDetails(page, 'pet 8');
    await field('Name').fill('Polly');
    await field('Barcode').fill('no spaces');
    await page.getByText('without spaces.').waitFor();
    await field('Low at').fill('many');
    await page.getByText('Enter a whole number, 0 or more.').waitFor();
    await hasNoViolation(page, 'details with errors');
    assert.ok(await save.isDisabled());
    await field('Low at').fill('20');
    await field('Barcode').focus();
    await scan(page, 'A-8');
    assert.equal(await field('Barcode').inputValue(), 'A-8');
    await save.click();
    await page.getByText('Pet 8 (Polly) saved.').waitFor();
    await shows(rowOf(page, 8).locator('.badge'), 'Low');
    const stored = async () => (await service.call('GET', '/v1/inventory/8/details')).json();
    assert.deepEqual(await stored(), { petId: 8, name: 'Polly', barcode: 'A-8', lowAt: 20 });
    await openDetails(page, 'pet 8 (Polly)');
    for (const name of ['Barcode', 'Low at']) await field(name).fill('');
    await save.click();
    await rowOf(page, 8).locator('.badge').waitFor({ state: 'detached' });
    assert.deepEqual(await stored(), { petId: 8, name: 'Polly', barcode: null, lowAt: null });

    // A barcode that is taken says by which pet, also if that has just happened.
    await openDetails(page, 'pet 8 (Polly)');
    await field('Barcode').fill(ean);
    await page.getByText('Pet 3 (Guppy) has this barcode. Remove it there first.').waitFor();
    assert.ok(await save.isDisabled());
    await field('Barcode').fill('new');
    await change(service, 5, { barcode: 'new' });
    await save.click();
    await page.getByText('Pet 5 (Finch) has this barcode. Remove it there first.').waitFor();
    await page.getByText('Not saved: another pet has this barcode.').waitFor();
    await field('Barcode').fill('newer');
    await page.getByText('Not saved').waitFor({ state: 'detached' });
    await save.click();
    await page.getByText('Pet 8 (Polly) saved.').waitFor();
  });

  await subtest('a pet is added with its details', async () => {
    await page.getByRole('button', { name: 'Add pet' }).click();
    for (const [name, text] of Object.entries({ ID: '9', Quantity: '1.003', Name: 'Rex', Barcode: '7', 'Low at': '2' }))
      await page.getByRole('textbox', { name: new RegExp(`^${name}( \\(|$)`) }).fill(text);
    await page.getByText('Pet 4 (Ökö) has this barcode.').waitFor();
    await change(service, 5, { barcode: '99' });
    await field('Barcode').fill('99');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Pet 5 (Finch) has this barcode.').waitFor();
    await field('Barcode').fill('999');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 9 (Rex) added.').waitFor();
    // As the German locale of this browser writes a thousand and three.
    await shows(quantityOf(page, 9), '1.003');
    const stored = await (await service.call('GET', '/v1/inventory/9/details')).json();
    assert.deepEqual(stored, { petId: 9, name: 'Rex', barcode: '999', lowAt: 2 });
  });

  await subtest(
    'labels have the name, the ID and a code of the barcode or the ID, which a scan understands',
    async () => {
      await page.evaluate(() => {
        window.print = () => undefined;
      });
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('menuitem', { name: 'Print labels' }).click();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      // The barcode of pet 4 is the ID of another.
      const texts = ['pet 1', 'pet 2', ean, '7', 'Fi-5', 'pet 6', 'pet 7', 'pet 8'];
      await showsAll(
        page.locator('.label-id'),
        texts.map((_, index) => `Pet ${index + 1}`),
      );
      await showsAll(page.locator('.label-name'), ['Guppy', 'Ökö', 'Finch', ean]);
      const paths = await page
        .locator('.label-card path')
        .evaluateAll((all) => all.map((one) => one.getAttribute('d')));
      const drawn = paths.map((path) => [...(path ?? '').matchAll(/M(\d+ \d+)h1v1h-1z/g)].map(([, place]) => place));
      assert.deepEqual(drawn, texts.map(darkSquaresOf));
      await hasNoViolation(page, 'labels');
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('searchbox').fill('7');
      await showsAll(page.locator('.label-id'), ['Pet 4', 'Pet 7']);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await page.locator('.label-card').first().waitFor({ state: 'detached' });
      for (const [code, pet] of [
        ['7', 'pet 4 (Ökö)'],
        ['pet 7', 'pet 7'],
      ] as const) {
        await scan(page, code);
        await page.getByRole('form', { name: `Change ${pet}` }).waitFor();
        await page.keyboard.press('Escape');
      }
    },
  );
});
