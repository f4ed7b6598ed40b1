import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'uqr';
import { barWidths } from '../../../dashboard/src/ui/bar-widths.ts';
import { hasNoViolation } from '../../support/browser/axe.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  chooseInMenu,
  openPage,
  quantityOf,
  rowOf,
  scan,
  setDetails,
  setElsewhere,
  shows,
  showsAll,
  showsPets,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';

const ean = '4006381333931';

function darkSquaresOf(text: string): string[] {
  return encode(text, { border: 2 }).data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `${x} ${y}` : [])));
}

/** The widths of the bars of a path, and of the spaces between them. */
function widthsIn(path: string): number[] {
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v1/g)].map(([, x, width]) => [Number(x), Number(width)] as const);
  return bars.flatMap(([x, width], index) => {
    const next = bars[index + 1]?.[0];
    return next === undefined ? [width] : [width, next - x - width];
  });
}

test('names, barcodes and low levels', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((petId) => ({ petId, quantity: 20 }));
  const service = await startService(t, { pets });
  const page = await openPage(t, service, { locale: 'da-DK', mayBeRefused: true });
  const headers = page.getByRole('columnheader');
  const field = (name: string) => page.getByRole('textbox', { name });
  const save = page.getByRole('button', { name: 'Save' });
  const stored = async (petId: number) => (await service.call('GET', `/v1/inventory/${petId}/details`)).json();

  await t.test('the screen shows nothing of names until a pet has one', async () => {
    await showsAll(headers, ['Pet', 'Status', 'Quantity', 'Actions']);
    await page.getByRole('searchbox', { name: 'Search by ID', exact: true }).waitFor();
    await chooseInMenu(page, 'More actions for pet 3', 'Details');
    await field('Name').fill('  Golden   hamster, "Goldie" ');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 3 (Golden hamster, "Goldie") saved.').waitFor();
    await showsAll(headers, ['Pet', 'Name', 'Status', 'Quantity', 'Actions']);
    await shows(rowOf(page, 3).locator('.cell-name'), 'Golden hamster, "Goldie"');
    await chooseInMenu(page, 'More actions for pet 3 (Golden hamster, "Goldie")', 'Details');
    await field('Name').fill('');
    await save.click();
    await showsAll(headers, ['Pet', 'Status', 'Quantity', 'Actions']);
  });

  await t.test('name, barcode and level are changed together', async () => {
    await chooseInMenu(page, 'More actions for pet 8', 'Details');
    await field('Name').fill('x'.repeat(201));
    await page.getByText('Enter at most 200 characters.').waitFor();
    await field('Name').fill('Polly');
    await field('Barcode').fill('no spaces');
    await page.getByText('without spaces.').waitFor();
    await field('Low at').fill('many');
    await page.getByText('Enter a whole number, 0 or more.').waitFor();
    assert.ok(await save.isDisabled());
    await field('Low at').fill('20');
    await field('Barcode').focus();
    await scan(page, 'A-88');
    assert.equal(await field('Barcode').inputValue(), 'A-88');
    await save.click();
    await page.getByText('Pet 8 (Polly) saved.').waitFor();
    await shows(rowOf(page, 8).locator('.badge'), 'Low');
    assert.deepEqual(await stored(8), { petId: 8, name: 'Polly', barcode: 'A-88', lowAt: 20 });
    await chooseInMenu(page, 'More actions for pet 8 (Polly)', 'Details');
    for (const name of ['Barcode', 'Low at']) await field(name).fill('');
    await save.click();
    await rowOf(page, 8).locator('.badge').waitFor({ state: 'detached' });
    assert.deepEqual(await stored(8), { petId: 8, name: 'Polly', barcode: null, lowAt: null });
  });

  await setDetails(service, {
    3: { name: 'Guppy', barcode: ean },
    4: { name: 'Ökö', barcode: '7', lowAt: 50 },
    5: { name: 'Finch', barcode: 'Fi-5' },
    6: { name: ean, lowAt: 1 },
  });
  await page.reload();

  await t.test('a barcode that another pet has is refused with its name', async () => {
    await chooseInMenu(page, 'More actions for pet 8 (Polly)', 'Details');
    await field('Barcode').fill(ean);
    await page.getByText('Pet 3 (Guppy) has this barcode. Remove it there first.').waitFor();
    assert.ok(await save.isDisabled());
    // The page learns only from the refusal that this barcode is taken.
    await setDetails(service, { 5: { barcode: 'new' } });
    await field('Barcode').fill('new');
    await save.click();
    await page.getByText('Pet 5 (Finch) has this barcode. Remove it there first.').waitFor();
    await page.getByText('Not saved: another pet has this barcode.').waitFor();
    await field('Barcode').fill('newer');
    await page.getByText('Not saved').waitFor({ state: 'detached' });
    await save.click();
    await page.getByText('Pet 8 (Polly) saved.').waitFor();
  });

  await t.test('a pet is added with its details', async () => {
    await page.getByRole('button', { name: 'Add pet' }).click();
    for (const [name, text] of Object.entries({ ID: '9', Quantity: '1.003', Name: 'Rex', Barcode: '7', 'Low at': '2' }))
      await page.getByRole('textbox', { name: new RegExp(`^${name}( \\(|$)`) }).fill(text);
    await page.getByText('Pet 4 (Ökö) has this barcode.').waitFor();
    await field('Barcode').fill('999');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 9 (Rex) added.').waitFor();
    // This is how German writes a thousand and three.
    await shows(quantityOf(page, 9), '1.003');
    assert.deepEqual(await stored(9), { petId: 9, name: 'Rex', barcode: '999', lowAt: 2 });
  });

  await t.test('the search finds names and barcodes, and Enter opens the only pet that matches', async () => {
    const search = page.getByRole('searchbox', { name: 'Search by ID, name or barcode' });
    for (const [text, found, marked] of [
      ['oko', [4], ['Ökö']],
      ['63813', [3, 6], ['63813', '63813']],
      ['y', [3, 8], ['y', 'y']],
    ] as const) {
      await search.fill(text);
      await showsPets(page, ...found);
      await showsAll(page.locator('.row mark'), marked);
    }
    await search.press('Enter');
    await page.getByText('2 pets match “y”. Choose one.').waitFor();
    await search.fill('REX');
    await search.press('Enter');
    await page.getByRole('form', { name: 'Change pet 9 (Rex)' }).waitFor();
    await page.keyboard.press('Escape');
    await search.fill('');
  });

  await t.test('labels have the name, the ID and a code that a scan understands', async () => {
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await chooseInMenu(page, 'Menu', 'Print labels');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // The barcode of pet 4 is the ID of another pet.
    const texts = ['pet 1', 'pet 2', ean, '7', 'new', 'pet 6', 'pet 7', 'newer', '999'];
    await showsAll(
      page.locator('.label-id'),
      texts.map((_, index) => `Pet ${index + 1}`),
    );
    await showsAll(page.locator('.label-name'), ['Guppy', 'Ökö', 'Finch', ean, 'Polly', 'Rex']);
    const pathsOf = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('d') ?? ''));
    const squares = await pathsOf('.label-card > :first-child path');
    const drawn = squares.map((path) => [...path.matchAll(/M(\d+ \d+)h1v1h-1z/g)].map(([, place]) => place));
    assert.deepEqual(drawn, texts.map(darkSquaresOf));
    assert.deepEqual((await pathsOf('.label-card > :last-child path')).map(widthsIn), texts.map(barWidths));
    await hasNoViolation(page, 'labels');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('.label-card').first().waitFor({ state: 'detached' });
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  await t.test('history and conflicts say the name', async () => {
    await page.getByRole('button', { name: 'History of pet 5 (Finch)' }).click();
    await page.getByRole('dialog', { name: 'Pet 5 (Finch)' }).waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 5).click();
    await page.keyboard.type('15');
    await setElsewhere(service, 5, 11);
    await page.getByText('Pet 5 (Finch) has been changed by another user').waitFor();
  });
});
