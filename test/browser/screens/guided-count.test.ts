import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage, scan, setDetails, shows, showsAll, typeLines } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { numberedPets } from '../../support/service/store-contents.ts';
import { showsLines } from '../lists.ts';

test('a guided count', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(5, 20) });
  await setDetails(service, { 1: { name: 'Rabbit' }, 2: { name: 'Äffchen' }, 3: { name: 'Guppy' } });
  const page = await openPage(t, service, { timezoneId: 'Pacific/Auckland' });
  await page.getByRole('link', { name: 'Count' }).click();
  const next = page.getByRole('list', { name: 'Still to be counted' }).getByRole('listitem');
  const progress = page.locator('.guide-progress');
  const amount = page.getByLabel('Counted', { exact: true });
  const names = () => next.evaluateAll((all) => all.map((one) => one.firstChild?.textContent?.replace(/\s/g, ' ')));
  const outcome = page.locator('.entry-outcome');

  // The numbers alone count the pets in their order.
  await page.getByRole('button', { name: 'Guided count' }).click();
  await typeLines(page, '12', '4', '0');
  await showsLines(page, '2: 0', '1: 4', '0: 12');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard 3 lines?' }).click();

  await shows(progress, '0 of 5 pets counted');
  assert.deepEqual(await names(), ['Pet 0', 'Pet 1 (Rabbit)', 'Pet 2 (Äffchen)', 'Pet 3 (Guppy)', 'Pet 4']);
  await shows(outcome, 'Pet 0 20 in stock');

  // The expected number appears after the entry.
  await page.getByLabel('Hide expected numbers').check();
  await shows(outcome, 'Pet 0 ');
  await page.reload();
  await amount.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('18');
  await shows(outcome, 'Pet 0 ');
  await page.keyboard.press('Enter');
  await shows(page.locator('.sheet-change'), '20 →to 18 (−2)');

  // The next pet needs only its number. A pet can be put off, and a scan counts any pet; after it, the order goes on.
  await typeLines(page, '20');
  await page.getByRole('button', { name: 'Later' }).click();
  await amount.and(page.locator(':focus')).waitFor();
  await scan(page, 'pet 4');
  await page.keyboard.press('Enter');
  await amount.and(page.locator(':focus')).waitFor();
  await shows(progress, '3 of 5 pets counted');
  assert.deepEqual(await names(), ['Pet 3 (Guppy)', 'Pet 2 (Äffchen)']);

  // The guided count goes on after a save and after a reload.
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Count saved: 3 pets.').waitFor();
  await page.reload();
  await shows(progress, '3 of 5 pets counted');
  await page.getByText('By name').click();
  assert.deepEqual(await names(), ['Pet 3 (Guppy)', 'Pet 2 (Äffchen)']);

  await t.test('the sheet to print has the pets that are left, and an empty column', async () => {
    await page.evaluate(() => {
      window.print = () => {
        document.title = 'printing';
      };
    });
    await page.getByRole('button', { name: 'Count sheet' }).click();
    assert.equal(await page.title(), 'printing');
    await page.emulateMedia({ media: 'print' });
    await showsAll(page.locator('.count-sheet th'), ['Pet', 'Name', 'Counted']);
    await showsAll(page.locator('.count-sheet tbody tr'), ['3Guppy', '2Äffchen']);
    assert.equal(await page.locator('.entry').isVisible(), false);
    await page.emulateMedia({ media: 'screen' });
  });

  // Digits that are typed outside of a field go to the number, too.
  await page.getByRole('radio', { name: 'By name' }).focus();
  await typeLines(page, '20', '19');
  await shows(progress, 'All pets are counted. Check the differences, then save.');
});
