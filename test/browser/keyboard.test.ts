import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFocus, openPage, quantityOf, shows } from '../support/browser.ts';
import { noBrowser } from '../support/chromium.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

test('by keyboard alone', { skip: noBrowser() }, async (t) => {
  const pets = Array.from({ length: 500 }, (_, index) => ({ petId: BigInt(index + 1), quantity: index }));
  const service = await startService(t, { pets });
  const page = await openPage(t, service);
  await quantityOf(page, 1).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-pet') ?? null);

  await t.test('/ searches, the arrow goes to what was found', async () => {
    await press('/');
    await page.keyboard.type('25');
    await press('ArrowDown');
    await hasFocus(page, 25);
    await press('ArrowDown');
    await hasFocus(page, 125);
  });

  await t.test('Enter edits and saves, Escape leaves, and the row has the focus again', async () => {
    await press('Enter');
    await page.keyboard.type('7');
    await press('Tab', 'Tab', 'Tab');
    await press('Enter');
    await shows(quantityOf(page, 125), '7');
    await hasFocus(page, 125);
    await press('Enter');
    await page.keyboard.type('9');
    await press('Escape');
    await hasFocus(page, 125);
    await shows(quantityOf(page, 125), '7');
    await press('u');
    await shows(quantityOf(page, 125), '124');
  });

  await t.test('the search is cleared by Escape; Enter in it opens the pet of that number', async () => {
    await press('/', 'Escape');
    await page.keyboard.type('300');
    await press('Enter');
    await page.getByRole('form', { name: 'Change pet 300' }).waitFor();
    await press('Escape');
    await hasFocus(page, 300);
    await press('/', 'Escape');
  });

  await t.test('arrows, pages, home and end move, and what has the focus is in sight', async () => {
    await press('/', 'ArrowDown');
    await hasFocus(page, 1);
    await press('ArrowDown', 'ArrowDown', 'ArrowUp');
    await hasFocus(page, 2);
    await press('End');
    await hasFocus(page, 500);
    await isInSight();
    await press('ArrowUp', 'PageUp');
    const isFar = async () => Number(await focused()) > 470 && Number(await focused()) < 499;
    await until(isFar, async () => `the focus is at ${await focused()}`);
    await isInSight();
    await press('Home');
    await hasFocus(page, 1);
    await isInSight();
  });

  await t.test('h is the history, m the menu, ? the list of keys, and Escape closes each', async () => {
    await press('h');
    await page.getByRole('dialog', { name: 'Pet 1' }).waitFor();
    await press('Escape');
    await hasFocus(page, 1);
    await press('m');
    await page.getByRole('menuitem', { name: 'Change quantity' }).waitFor();
    await press('Escape');
    await hasFocus(page, 1);
    await press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await press('Escape');
    await hasFocus(page, 1);
  });

  await t.test('everything can be reached by Tab, and the table is one stop with its buttons', async () => {
    const seen: string[] = [];
    await page.reload();
    await quantityOf(page, 1).waitFor();
    // The first rows are there before the counts are.
    await page.locator('button', { hasText: 'Low stock5' }).waitFor();
    for (let step = 0; step < 20; step++) {
      await press('Tab');
      const name = await page.evaluate(
        () =>
          document.activeElement?.getAttribute('data-pet') ??
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent?.trim() ??
          '',
      );
      seen.push(name || (await page.evaluate(() => document.activeElement?.tagName ?? '')));
      if (name.startsWith('More about')) break;
    }
    assert.deepEqual(seen, [
      'Add pet',
      'Menu',
      'Low stock5: show only these',
      'INPUT',
      'Out of stock1: show only these',
      'INPUT',
      'INPUT',
      'INPUT',
      'Export',
      'Pet',
      'Status',
      'Quantity',
      '1',
      'Change pet 1',
      'History of pet 1',
      'More about pet 1',
    ]);
  });

  /** Neither below the window nor under the head of the table. */
  async function isInSight(): Promise<void> {
    await until(() =>
      page.evaluate(() => {
        const row = document.activeElement?.getBoundingClientRect();
        const head = document.querySelector('.table-head')?.getBoundingClientRect();
        return row !== undefined && head !== undefined && row.top >= head.bottom - 1 && row.bottom <= innerHeight + 1;
      }),
    );
  }
});
