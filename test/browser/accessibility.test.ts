import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openPage, quantityOf, rowOf, setElsewhere } from '../support/browser.ts';
import { noBrowser } from '../support/chromium.ts';
import { startService } from '../support/service.ts';

const csv = ['petId,quantity,status', '1,5,sold', '99,1,available'].join('\n');
const badCsv = ['petId,quantity,status', '1,x,sold'].join('\n');

test('accessibility', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, {
    pets: [
      { petId: 1n, quantity: 10 },
      { petId: 2n, quantity: 3, status: 'pending' },
      { petId: 3n, quantity: 0, status: 'sold' },
    ],
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    await t.test(`no violation on any screen, ${colorScheme}`, async (t) => {
      const door = await openPage(t, service, { colorScheme, secret: null, reducedMotion: 'reduce' });
      await door.getByLabel('API key').fill('paw_wrong');
      await hasNoViolation(door, 'signing in');
      await door.keyboard.press('Enter');
      await door.getByRole('alert').getByText('key').waitFor();
      await hasNoViolation(door, 'refused');

      const page = await openPage(t, service, { colorScheme, reducedMotion: 'reduce' });
      await quantityOf(page, 1).waitFor();
      await hasNoViolation(page, 'the table');

      await rowOf(page, 1).click();
      await hasNoViolation(page, 'the editor');
      await page.keyboard.type('11');
      await page.getByRole('radio', { name: 'count' }).click();
      await hasNoViolation(page, 'something typed');
      await setElsewhere(service, 1, 8);
      await page.getByRole('button', { name: 'Use mine 11' }).waitFor();
      await hasNoViolation(page, 'a conflict');
      await page.getByRole('button', { name: 'Use mine 11' }).click();
      // A message that is pointed at stays.
      await page.getByRole('button', { name: 'Undo' }).hover();
      await hasNoViolation(page, 'a message');
      await page.getByRole('button', { name: 'Dismiss' }).click();

      await page.getByRole('button', { name: 'More about pet 2' }).click();
      await hasNoViolation(page, "a row's menu");
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await hasNoViolation(page, 'the question before removing');
      await page.keyboard.press('Escape');
      await rowOf(page, 1).focus();
      await page.keyboard.press('h');
      await page.getByText('That is all of it.').waitFor();
      await hasNoViolation(page, 'the history');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await hasNoViolation(page, 'the keys');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add pet' }).click();
      await page.getByRole('textbox', { name: 'Identifier' }).fill('1');
      await hasNoViolation(page, 'adding');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Menu' }).click();
      await hasNoViolation(page, 'the menu');
      await page.getByRole('menuitem', { name: 'Import CSV' }).click();
      await hasNoViolation(page, 'choosing a file');
      await choose(page, badCsv);
      await page.getByText('1 fault in the file').waitFor();
      await hasNoViolation(page, 'a bad file');
      await page.getByRole('button', { name: 'Another file' }).click();
      await choose(page, csv);
      await hasNoViolation(page, 'the preview');
      await page.keyboard.press('Escape');

      await page.getByRole('searchbox').fill('4711');
      await page.getByText('No pet matches').waitFor();
      await hasNoViolation(page, 'nothing found');
      await page.context().setOffline(true);
      await page.getByText('Offline.').waitFor();
      await hasNoViolation(page, 'offline');
    });
  }

  await t.test('one can choose between light and dark, and the choice is remembered', async (t) => {
    const page = await openPage(t, service, { colorScheme: 'light' });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await ground(), dark);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'As the device' }).click();
    assert.equal(await ground(), light);
  });

  await t.test('what is saved and what changes elsewhere is told to screen readers', async (t) => {
    const page = await openPage(t, service);
    await rowOf(page, 2).click();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Pet 2: 3 → 9 (+6)').waitFor();
    await setElsewhere(service, 3, 4);
    await page.getByRole('status').getByText('Pet 3 is now 4.').waitFor();
  });
});

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** In the dark only the colours are others. */
async function hasNoViolation(page: Page, where: string): Promise<void> {
  // The other mode opens a page of its own each time, for frames that we do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const { violations } = await (isDark ? axe.withRules(['color-contrast']) : axe).analyze();
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], where);
}
