import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  countTones,
  intercept,
  openPage,
  scan,
  setDetails,
  signInAs,
  typeLines,
} from '../../support/browser/page.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createKey, numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { openList, petField, showsLines } from '../lists.ts';

const ean = '4006381333931';

async function reserve(service: TestService, id: string, petId: number, quantity: number): Promise<void> {
  const body = { items: [{ petId, quantity }], expiresIn: 3_600, note: 'Ms Li' };
  assert.equal((await service.call('PUT', `/v1/reservations/${id}`, { body })).status, 201);
}

test('a sale', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(20, 5) });
  await setDetails(service, { 1: { name: 'Guppy', barcode: ean }, 2: { name: 'Rabbit' }, 3: { name: 'Parrot' } });
  await reserve(service, 'order-1', 3, 4);
  const page = await openPage(t, service, { mayBeRefused: true });
  await page.getByRole('link', { name: 'Sell' }).click();
  await petField(page).waitFor();
  const tones = await countTones(page);
  const sell = page.getByRole('button', { name: 'Sell', exact: true });
  const lineOf = (petId: number) => page.locator(`[data-line="${petId}"]`);
  const lastChangeOf = async (petId: number) => (await changesOf(service, petId))[0];

  await t.test('each scan adds one, a number sets the last line, and all is sold at once', async () => {
    for (const code of [ean, 'pet 2', ean]) await scan(page, code);
    await showsLines(page, '1: 2', '2: 1');
    await lineOf(1).getByText('3 left').waitFor();
    await typeLines(page, '3');
    await typeLines(page, 'parrot');
    await lineOf(3).getByText('4 left, 4 reserved').waitFor();
    await showsLines(page, '3: 1', '1: 3', '2: 1');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sold: 3 pets, 5 units.').waitFor();
    await petField(page).waitFor();
    assert.equal(await lastChangeOf(1), 'adjust 5 → 2, sale');
    assert.equal(await lastChangeOf(3), 'adjust 5 → 4, sale');
    await page.getByRole('region', { name: 'Last sales' }).getByText('3 pets, 5 units').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 3 pets, 5 units.').waitFor();
    assert.equal(await lastChangeOf(1), 'adjust 2 → 5, sale: Undo');
  });

  await t.test('stock that is not there is refused at once, in words and with a sound', async () => {
    await scan(page, 'parrot');
    await scan(page, 'parrot');
    await page.getByText('Not enough of pet 3 (Parrot). Only 1 left to sell. 4 more are reserved.').waitFor();
    await until(async () => (await tones()) === 1);
    await showsLines(page, '3: 1');
    await scan(page, 'pet 2');
    await typeLines(page, '6');
    await lineOf(2).getByText('Only 5 left to sell.').waitFor();
    await until(async () => (await tones()) === 2);
    assert.ok(await sell.isDisabled());
    await page.keyboard.press('Control+Enter');
    await until(async () => (await tones()) === 3);
    await showsLines(page, '2: 6', '3: 1');
    await lineOf(2).getByRole('textbox').selectText();
    await typeLines(page, '5');
    // Sell takes the pet that is still in the field, or asks.
    await page.keyboard.type('pet 4');
    await sell.click();
    await page.getByText('Sold: 3 pets, 7 units.').waitFor();
    assert.equal(await lastChangeOf(4), 'adjust 5 → 4, sale');
    await scan(page, 'pet 5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('par rot');
    await sell.click();
    await page.getByText('Press Enter to add “par rot”, or clear the field.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No pet or reservation is called “par rot”.').waitFor();
    await petField(page).fill('');
    // Another till sells the last ones.
    await service.call('POST', '/v1/inventory/5/adjustments', { body: { delta: -5, reason: 'sale' } });
    await lineOf(5).getByText('None left to sell.').waitFor();
    assert.ok(await sell.isDisabled());
    await page.getByRole('button', { name: 'Remove Pet 5 from the list' }).click();
  });

  await t.test('a reservation is handed over', async () => {
    await scan(page, 'pet 6');
    await scan(page, 'order-1');
    await page.getByText('Sell or discard the list first, then scan the reservation again.').waitFor();
    await page.getByRole('button', { name: 'Remove Pet 6 from the list' }).click();
    await scan(page, 'order-1');
    await page.getByText(/^Reservation order-1 Reserved by admin until .* Note: Ms Li$/).waitFor();
    await showsLines(page, '3: 4');
    await scan(page, 'pet 7');
    await page.getByText('Sell or close reservation order-1 first.').waitFor();
    await sell.click();
    await page.getByText('Sold: reservation order-1, 1 pet, 4 units.').waitFor();
    assert.equal(await lastChangeOf(3), 'adjust 4 → 0, sale: Ms Li');
    await reserve(service, '7', 8, 1);
    await petField(page).waitFor();
    await typeLines(page, 'order 7');
    await showsLines(page, '8: 1');
    await service.call('DELETE', '/v1/reservations/7');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not sold: ').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await showsLines(page);
    await scan(page, 'pet 6');
  });

  await t.test('an unknown code offers to add the pet, and a list is kept without a network', async () => {
    await scan(page, '5012345678900');
    await page.getByRole('button', { name: 'Add this pet' }).click();
    assert.equal(await page.getByRole('textbox', { name: /^Barcode/ }).inputValue(), '5012345678900');
    await page.keyboard.press('Escape');
    await page.context().setOffline(true);
    await page.getByText('Offline.').waitFor();
    await sell.click();
    await page.getByText('Not sold: this device is offline.').waitFor();
    await scan(page, '5012345678917');
    // Without looking for a reservation, which takes the time of several attempts.
    await page.getByText('No pet has the code “5012345678917”.').waitFor({ timeout: 2_000 });
    await page.context().setOffline(false);
    await page.reload();
    await showsLines(page, '6: 1');
    await signInAs(page, await createKey(service.store, { name: 'till-2', scope: 'write', requireVersion: true }));
    await openList(page, 'sell');
    await scan(page, '5012345678900');
    await page.getByText('A person who also edits pets can add it.').waitFor();
    await scan(page, 'pet 9');
    await sell.click();
    const sold = page.getByText('Sold: 1 pet, 1 unit.');
    await sold.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).last().click();
    await sold.waitFor({ state: 'detached' });
  });

  await t.test('a list that two tabs send is sold once, and taken back once', async () => {
    await signInAs(page, service.secret);
    await openList(page, 'sell');
    await showsLines(page, '6: 1');
    const second = await page.context().newPage();
    await second.goto(`${service.url}/#sell`);
    await showsLines(second, '6: 1');
    const isSent = Promise.withResolvers<void>();
    await intercept(page, '**/v1/inventory', async (route) => {
      await isSent.promise;
      await route.continue();
    });
    await sell.click();
    await second.getByRole('button', { name: 'Try again' }).click();
    await second.getByText('Sold: 1 pet, 1 unit.').waitFor();
    isSent.resolve();
    await page.getByText('Sold: 1 pet, 1 unit.').waitFor();
    for (const tab of [page, second]) {
      await tab.getByRole('button', { name: 'Undo' }).click();
      await tab.getByText('Undone: 1 pet, 1 unit.').waitFor();
    }
    assert.equal((await changesOf(service, 6)).length, 3);
  });
});
