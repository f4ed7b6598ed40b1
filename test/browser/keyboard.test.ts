import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { hasFocus, openPage, quantityOf, shows } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';

test('keyboard', { skip: noBrowser() }, async (t) => {
  const pets = Array.from({ length: 500 }, (_, index) => ({ petId: BigInt(index + 1), quantity: index }));
  const service = await startService(t, { pets });
  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);
  await quantityOf(page, 1).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await subtest('keys edit, save, cancel, search and open everything, and the row gets the focus back', async () => {
    await press('/', 'ArrowDown', 'ArrowDown');
    await hasFocus(page, 2);
    await press('Enter');
    await page.keyboard.type('7');
    await press('Tab', 'Tab', 'Tab');
    await press('Enter');
    await shows(quantityOf(page, 2), '7');
    await hasFocus(page, 2);
    await press('Enter');
    await page.keyboard.type('9');
    await press('Escape');
    await hasFocus(page, 2);
    await shows(quantityOf(page, 2), '7');
    await page.getByRole('button', { name: 'Undo' }).click();
    await shows(quantityOf(page, 2), '1');

    // Escape clears the search; Enter opens the pet with that ID.
    await press('/');
    await page.keyboard.type('7');
    await press('Escape');
    await page.keyboard.type('300');
    await press('Enter');
    await page.getByRole('form', { name: 'Change pet 300' }).waitFor();
    await press('Escape');
    await hasFocus(page, 300);

    // The search is still there: its only pet is the first row.
    await press('/', 'ArrowDown', 'h');
    await page.getByRole('dialog', { name: 'Pet 300' }).waitFor();
    await press('Escape');
    await hasFocus(page, 300);
    await press('m');
    await page.getByRole('menuitem', { name: 'Change quantity' }).waitFor();
    await press('Escape');
    await hasFocus(page, 300);
    await press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await press('Escape');
    await hasFocus(page, 300);
  });

  await subtest('Tab reaches everything; the table is one stop and its buttons', async () => {
    const seen: string[] = [];
    await quantityOf(page, 1).waitFor();
    // The totals appear after the first rows.
    await page.locator('button', { hasText: 'Low stock5' }).waitFor();
    for (let step = 0; step < 24; step++) {
      await press('Tab');
      const name = await page.evaluate(
        () =>
          document.activeElement?.getAttribute('data-pet') ??
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent?.trim() ??
          '',
      );
      seen.push(name.replaceAll('\u00a0', ' ') || (await page.evaluate(() => document.activeElement?.tagName ?? '')));
      if (name.startsWith('More actions')) break;
    }
    assert.deepEqual(seen, [
      'Stock',
      'Receive',
      'Count',
      'Activity',
      'Reports',
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
      'More actions for pet 1',
    ]);
  });
});
