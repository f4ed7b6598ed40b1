import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import {
  hasFocus,
  intercept,
  ledgerOf,
  openPage,
  quantityOf,
  rowOf,
  setElsewhere,
  signInAs,
} from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

test('search: never the wrong pet', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 12n, 21n, 300n, 301n, -5n].map((petId) => ({
    petId,
    quantity: 10,
    status: petId === 2n ? ('sold' as const) : ('available' as const),
  }));
  const service = await startService(t, { pets });
  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);
  await quantityOf(page, 1).waitFor();
  const search = page.getByRole('searchbox');
  /** By how much the pet's last change was; null where it has not been changed. */
  const lastDelta = async (petId: number) => {
    const [entry] = await ledgerOf(service, petId);
    return entry?.kind === 'adjust' ? entry.after - entry.before : null;
  };

  /** `/ 1 Enter + 3 Enter`, as fast as the browser takes the keys. */
  async function add(petId: string, amount: string): Promise<void> {
    await page.keyboard.press('/');
    await page.keyboard.type(petId);
    await page.keyboard.press('Enter');
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
  }

  await subtest('/ selects the previous search', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('30');
    await page.keyboard.press('ArrowDown');
    await hasFocus(page, 300);
    await page.keyboard.press('/');
    await page.keyboard.type('21');
    assert.equal(await search.inputValue(), '21');
    await page.keyboard.press('ArrowDown');
    await hasFocus(page, 21);
  });

  await subtest('a sign typed before the version has arrived keeps its meaning', async () => {
    const typed = Promise.withResolvers<void>();
    await intercept(page, '**/inventory/21', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.keyboard.type('21');
    await page.keyboard.press('Enter');
    await page.keyboard.press('+');
    const arrived = page.waitForResponse('**/inventory/21');
    typed.resolve();
    await arrived;
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 21: 10 → 14 (+4)').waitFor();
  });

  await subtest('without waiting for the first to be saved', async () => {
    const typed = Promise.withResolvers<void>();
    await intercept(page, '**/adjustments', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await add('1', '+4');
    await add('2', '+5');
    await add('12', '-6');
    typed.resolve();
    await page.getByText('Pet 12: 10 → 4 (−6)').waitFor();
    assert.deepEqual([await lastDelta(1), await lastDelta(2), await lastDelta(12)], [4, 5, -6]);
  });

  await subtest('what was typed during a save that fails is ignored, and the editor says so', async () => {
    const typed = Promise.withResolvers<void>();
    await intercept(page, '**/adjustments', async (route) => {
      await typed.promise;
      await route.fulfill({ status: 409, json: { code: 'insufficient_stock', message: 'Not enough.', status: 409 } });
    });
    await add('1', '-7');
    await add('2', '-7');
    typed.resolve();
    await page.getByText('Not enough. What you typed while it was being saved is ignored.').waitFor();
    await page.getByRole('form', { name: 'Change pet 1' }).getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual([await lastDelta(1), await lastDelta(2)], [null, null]);
  });

  await subtest(
    'an ID that is only part of others opens none, an exact one its pet; the next scan replaces it',
    async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('30');
      await page.keyboard.press('Enter');
      await page.getByText('No pet 30. 2 longer IDs contain it.').waitFor();
      assert.equal(await page.locator('.editor').count(), 0);
      assert.equal(await search.getAttribute('aria-invalid'), 'true');
      await page.keyboard.type('4711');
      await page.getByText('No ID contains “4711”.').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('No pet 4711.').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('4711');
      assert.equal(await search.inputValue(), '4711');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Add pet 4711' }).waitFor();

      // Letters stay and are explained.
      await page.keyboard.press('/');
      await page.keyboard.type('rex');
      assert.equal(await search.inputValue(), 'rex');
      await page.getByText('“rex” is not an ID. IDs are whole numbers.').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('No pet rex.').waitFor();

      // A pet that other filters hide is found by its exact ID.
      await page.getByRole('radio', { name: 'Available' }).click({ force: true });
      await page.keyboard.press('/');
      await page.keyboard.type('2');
      await until(async () => (await rowOf(page, 12).count()) === 1 && (await rowOf(page, 2).count()) === 0);
      await page.keyboard.press('Enter');
      await page.getByRole('form', { name: 'Change pet 2' }).waitFor();
    },
  );

  await subtest('an unsaved draft is not replaced, and says so', async () => {
    await add('21', '+1');
    await page.getByText('Pet 21: 10 → 11 (+1)').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('99');
    await search.fill('1');
    await search.press('Enter');
    await page.getByText('Save or cancel the change to pet 21 first.').waitFor();
    assert.equal(await page.getByRole('form').count(), 1);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await subtest('with a read key, Enter opens the history', async () => {
    const secret = await createKey(service.store, { name: 'viewer', scope: 'read' });
    await signInAs(page, secret);
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Pet 12' }).waitFor();
    await setElsewhere(service, 12, 5);
  });
});
