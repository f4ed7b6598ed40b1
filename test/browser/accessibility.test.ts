import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNoViolation } from '../support/browser/axe.ts';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, quantityOf, rowOf, setElsewhere, signInAs } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const csv = ['petId,quantity,status', '1,5,sold', '99,1,available'].join('\n');
const unclearCsv = ['Stock,', 'Code,Menge', '1,5'].join('\n');
const badCsv = ['petId,quantity,status', '1,x,sold', '2,"1,200",active', '3,-1,sold'].join('\n');

const pets = [
  { petId: 1n, quantity: 10 },
  { petId: 2n, quantity: 3, status: 'pending' },
  { petId: 3n, quantity: 0, status: 'sold' },
] as const;

test('accessibility', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });

  await t.test('no axe violations when signing in', async (own) => {
    const page = await openPage(own, service, { secret: null });
    await page.getByLabel('API key').fill('paw_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('key').waitFor();
    await hasNoViolation(page, 'refused key');
  });

  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);

  await subtest('no axe violations in the stock, its dialogs and menus', async () => {
    await quantityOf(page, 1).waitFor();
    await hasNoViolation(page, 'table');

    await rowOf(page, 1).click();
    await page.keyboard.type('11');
    await page.getByRole('radio', { name: 'count' }).click();
    await hasNoViolation(page, 'touched editor');
    await setElsewhere(service, 1, 8);
    await page.getByRole('button', { name: 'Use mine 11' }).waitFor();
    await hasNoViolation(page, 'conflict');
    await page.getByRole('button', { name: 'Use mine 11' }).click();
    // A hovered toast does not time out.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await hasNoViolation(page, 'toast');
    await page.getByRole('button', { name: 'Dismiss' }).click();

    await page.getByRole('button', { name: 'More actions for pet 2' }).click();
    await hasNoViolation(page, 'row menu');
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await hasNoViolation(page, 'remove dialog');
    await page.keyboard.press('Escape');
    await rowOf(page, 1).focus();
    await page.keyboard.press('h');
    await page.getByText('No earlier changes.').waitFor();
    await hasNoViolation(page, 'history');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await hasNoViolation(page, 'keyboard shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add pet' }).click();
    await page.getByRole('textbox', { name: 'ID' }).fill('1');
    await hasNoViolation(page, 'add dialog');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Menu' }).click();
    await hasNoViolation(page, 'main menu');
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox').fill('4711');
    await page.getByText('No matching pets').waitFor();
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('No pet 4711.').waitFor();
    await hasNoViolation(page, 'no exact match');
    await page.emulateMedia({ media: 'print' });
    await page.locator('.print-table').waitFor();
    await hasNoViolation(page, 'print');
    await page.emulateMedia({ media: 'screen' });
    await page.context().setOffline(true);
    await page.getByText('Offline.').waitFor();
    await hasNoViolation(page, 'offline');
    await page.context().setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  await subtest('no axe violations in deliveries, counts, activity and putting back', async () => {
    const line = async (pet: string, amount: string) => {
      for (const text of [pet, amount]) {
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      }
    };
    await page.goto(`${service.url}/#receiving`);
    const pet = page.getByLabel('Pet ID or name').and(page.locator(':focus'));
    await pet.waitFor();
    await line('1', '4');
    await page.getByRole('status').getByText('Pet 1: 4. 1 pet on the list.').waitFor();
    await page.getByText('Add a note').click();
    await hasNoViolation(page, 'receiving');
    await page.getByLabel('Pet ID or name').focus();
    await line('4711', '');
    await page.getByText('There is no pet 4711.').waitFor();
    await hasNoViolation(page, 'unknown pet');
    await page.goto(`${service.url}/#count`);
    await pet.waitFor();
    await line('1', '30');
    await setElsewhere(service, 1, 28);
    await page.getByRole('button', { name: 'Keep my count: 30' }).waitFor();
    await hasNoViolation(page, 'count with a conflict');
    await page.goto(`${service.url}/#activity`);
    await page.getByRole('button', { name: 'History of pet 1' }).first().waitFor();
    await page.getByText('One day').click();
    await hasNoViolation(page, 'activity of one day');
    await page.getByRole('button', { name: 'History of pet 1' }).first().click();
    await page
      .getByRole('button', { name: /^Put back to/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Put back', exact: true }).waitFor();
    await hasNoViolation(page, 'put back');
    await page.keyboard.press('Escape');
    await signInAs(page, await createKey(service.store, { scope: 'read' }));
    await page.goto(`${service.url}/#receiving`);
    await page.getByText('can only read').waitFor();
    await hasNoViolation(page, 'delivery with a key that reads');
  });

  await subtest('no axe violations in imports and keys', async () => {
    const choose = async (text: string) => {
      const file = { name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.locator('input[type=file]').setInputFiles(file);
    };
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Import spreadsheet' }).click();
    await choose(badCsv);
    await page.getByText('3 lines cannot be read.').waitFor();
    await page.getByRole('checkbox', { name: 'Leave these 3 lines out' }).check();
    await hasNoViolation(page, 'lines that are left out');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(unclearCsv);
    await page.getByText('Which columns').waitFor();
    await hasNoViolation(page, 'columns');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(csv);
    await page.getByText('1 new pet, 1 changed').waitFor();
    await hasNoViolation(page, 'import preview');
    await setElsewhere(service, 1, 2);
    await page.getByRole('button', { name: 'Import 2 pets' }).click();
    await page.getByText('Skipped: 1').waitFor();
    await hasNoViolation(page, 'import result');
    await page.getByRole('button', { name: 'Close' }).last().click();
    await signInAs(page, await createKey(service.store, { name: 'till', scope: 'write' }));
    await page.getByRole('button', { name: 'More actions for pet 1' }).click();
    await page.getByRole('menuitem', { name: 'Mark as pending or sold' }).click();
    await hasNoViolation(page, 'key that does not suffice');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Import spreadsheet' }).click();
    await choose(csv);
    await page.getByText('needs a key with the scope admin').waitFor();
    await hasNoViolation(page, 'import that the key does not allow');
  });

  await subtest('the theme can be chosen and is remembered', async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const dark = await background();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await background(), dark);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'System' }).click();
    assert.equal(await background(), light);
  });

  await subtest('saved and remote changes are announced to screen readers', async () => {
    await rowOf(page, 2).click();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Pet 2: 3 → 9 (+6)').waitFor();
    await setElsewhere(service, 3, 4);
    await page.getByRole('status').getByText('Pet 3 is now 4.').waitFor();
  });
});
