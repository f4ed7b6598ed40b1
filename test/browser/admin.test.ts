import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { ledgerOf, openPage, quantityOf, rowOf, setElsewhere, shows } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { levelsIn } from '../support/service/store-contents.ts';

test('admin actions', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 })) });
  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);

  await subtest('pets are added with every digit, change their status, and are removed after a question', async () => {
    await page.getByRole('button', { name: 'Add pet' }).click();
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
    await page.getByRole('textbox', { name: 'ID' }).fill('2');
    await page.getByText('Pet 2 already exists.').waitFor();
    assert.ok(await add.isDisabled());
    await page.getByRole('textbox', { name: 'ID' }).fill('9223372036854775807');
    await page.getByRole('textbox', { name: 'Quantity' }).fill('9007199254740991');
    await page.getByRole('radio', { name: 'Pending' }).last().click({ force: true });
    // The offer to remember the key, which stays for ten seconds, does not cover the button.
    const isCovered = await add.evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return front !== null && front.closest('.toast') !== null;
    });
    assert.equal(isCovered, false);
    await add.click();
    await shows(quantityOf(page, 9223372036854775807n), '9,007,199,254,740,991');
    assert.deepEqual((await levelsIn(service.store)).at(-1), {
      petId: 9223372036854775807n,
      quantity: 9007199254740991,
      status: 'pending',
    });

    // A change of the status keeps a concurrent change of the quantity.
    await page.getByRole('button', { name: 'More actions for pet 1' }).click();
    await setElsewhere(service, 1, 7);
    await page.getByRole('menuitemradio', { name: 'Sold' }).click();
    await page.getByText('Pet 1: available → sold').waitFor();
    await shows(rowOf(page, 1).locator('.cell-status'), 'SoldStill in stock');
    const [entry] = await ledgerOf(service, 1);
    assert.deepEqual([entry?.kind, entry?.before, entry?.after], ['put', 7, 7]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Pet 1: sold → available').waitFor();

    await rowOf(page, 3).focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove pet 3?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 3).waitFor();
    await page.getByRole('button', { name: 'More actions for pet 3' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await rowOf(page, 3).waitFor({ state: 'detached' });
    assert.equal((await service.call('GET', '/v1/inventory/3')).status, 404);
  });
});
