import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  countTones,
  hasFocus,
  intercept,
  openPage,
  rowOf,
  scan,
  setDetails,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const pets = [1n, 2n, 3n, 12n, 21n, 22n, 23n, 24n, 25n, 300n, 301n].map((petId) => ({
  petId,
  quantity: 10,
}));

test('a scan and a search open their pet, and change nothing else', {
  skip: noBrowser(),
}, async (t) => {
  const service = await startService(t, { pets });
  await setDetails(service, {
    3: { name: 'Guppy', barcode: '4006381333931' },
    300: { name: 'Golden hamster' },
  });
  const page = await openPage(t, service, { mayBeRefused: true });
  const amount = page.getByLabel('New quantity');
  const search = page.getByRole('searchbox');
  const editorOf = (pet: string) => page.getByRole('form', { name: `Change ${pet}`, exact: true });
  const lastChanges = (...petIds: number[]) =>
    Promise.all(petIds.map(async (petId) => (await changesOf(service, petId))[0]));
  /** Types `/ 1 Enter + 3 Enter` without waiting for the page to react. */
  const add = async (petId: string, amount: string) => {
    await page.keyboard.press('/');
    await typeLines(page, petId, amount);
  };
  /** Delays requests to a URL until the test resolves the returned promise. */
  const hold = async (url: string) => {
    const typed = Promise.withResolvers<void>();
    await intercept(page, url, async (route) => {
      await typed.promise;
      await route.continue();
    });
    return typed;
  };
  await page.getByText('Live', { exact: true }).waitFor();

  await t.test(
    'by barcode, ID, name or the text of a label, also from an open editor',
    async () => {
      for (const [code, pet, end] of [
        ['GOLDEN HAMSTER', 'pet 300 (Golden hamster)', 'Enter'],
        [']E04006381333931', 'pet 3 (Guppy)', 'Tab'],
        ['pet 23', 'pet 23', 'Enter'],
      ] as const) {
        await scan(page, code, { end });
        await editorOf(pet).waitFor();
      }
    },
  );

  await t.test(
    'a code that comes slowly is no quantity: the field asks, and can take it as a scan',
    async () => {
      await amount.fill('4006381333931');
      await amount.press('Enter');
      await page
        .getByText('“4006381333931” is the barcode of pet 3, so it is not a quantity.')
        .waitFor();
      assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
      await page.getByRole('button', { name: 'Scan it' }).click();
      await editorOf('pet 3 (Guppy)').waitFor();
      await scan(page, 'pet 23');
      await editorOf('pet 23').waitFor();
    },
  );

  await t.test('an unsaved number and a note stay', async () => {
    await amount.selectText();
    await page.keyboard.type('40');
    await scan(page, 'pet 24');
    await page.getByText('Save or cancel the change to pet 23 first.').waitFor();
    assert.equal(await amount.inputValue(), '40');
    await page.getByLabel('Note').fill('fresh');
    await scan(page, '-5000');
    await page.getByText('No pet has the code “-5000”.').waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), 'fresh');
    // Pressing Enter in the search does not discard unsaved input in the editor.
    const refusal = page.getByText('Save or cancel the change to pet 23 first.');
    await page
      .locator('.toast')
      .filter({ has: refusal })
      .getByRole('button', { name: 'Dismiss' })
      .click();
    await refusal.waitFor({ state: 'detached' });
    await search.fill('1');
    for (const _ of [1, 2]) await search.press('Enter');
    await refusal.waitFor();
    assert.equal(await refusal.count(), 1, 'the same is said once');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await search.fill('');
  });

  await t.test('an unknown code sounds, and the search keeps its text', async () => {
    const tones = await countTones(page);
    await search.fill('gold');
    await search.focus();
    await scan(page, 'nothing');
    await page.getByText('No pet has the code “nothing”.').waitFor();
    await until(async () => (await tones()) === 1);
    assert.equal(await search.inputValue(), 'gold');
    const refusalOf = (code: string) => page.getByText(`No pet has the code “${code}”.`);
    for (const code of ['neither', 'nowhere']) {
      await scan(page, code);
      await refusalOf(code).waitFor();
    }
    const newest = page.locator('.toast').filter({ has: refusalOf('nowhere') });
    await newest.getByRole('button', { name: 'Dismiss' }).click();
    await newest.waitFor({ state: 'detached' });
    assert.equal(
      await refusalOf('nothing').count(),
      0,
      'a message that made room does not come back',
    );
    await setDetails(service, { 25: { barcode: 'new-code' } });
    await scan(page, 'new-code');
    await editorOf('pet 25').waitFor();
    assert.equal(await search.inputValue(), 'gold');
    await page.keyboard.press('Escape');
    await search.fill('');
  });

  await t.test('it closes a history, and waits for a form', async () => {
    await rowOf(page, 24).focus();
    await page.keyboard.press('h');
    await page.getByRole('dialog').waitFor();
    await scan(page, 'pet 25');
    await editorOf('pet 25').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add pet' }).click();
    await page.getByRole('textbox', { name: 'ID' }).fill('100');
    await scan(page, 'pet 25');
    await page.getByText('Close this window before you scan.').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'ID' }).inputValue(), '100');
    // While a pet is being added, a scanned code that no pet has becomes its barcode, whichever
    // field has the focus.
    await scan(page, '5012345678900');
    assert.equal(
      await page.getByRole('textbox', { name: 'Barcode' }).inputValue(),
      '5012345678900',
    );
    assert.equal(await page.getByRole('textbox', { name: 'ID' }).inputValue(), '100');
    await page.keyboard.press('Escape');
  });

  await t.test('nothing was written until a person types', async () => {
    const entries = await (await service.call('GET', '/v1/inventory/history?limit=1000')).json();
    assert.equal((entries as unknown[]).length, pets.length);
    // Short numbers never count as a scan, however fast they are typed, so the second number is a
    // quantity.
    await page.keyboard.press('/');
    await scan(page, '25');
    await editorOf('pet 25').waitFor();
    await scan(page, '12');
    await page.getByText('Pet 25:').waitFor();
    assert.deepEqual(await lastChanges(25), ['set 10 → 12, count']);
  });

  await t.test('/ selects the previous search, and an exact ID opens its pet', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('30');
    await page.keyboard.press('ArrowDown');
    await hasFocus(page, 300);
    await page.keyboard.press('/');
    await typeLines(page, '21');
    await editorOf('pet 21').waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(page, 21);
  });

  await t.test(
    'an ID that is only a part of others opens none, and the next input replaces it',
    async () => {
      await page.keyboard.press('/');
      await typeLines(page, '30');
      await page.getByText(/^No pet 30\. 2 pets have it in the /).waitFor();
      assert.equal(await page.locator('.editor').count(), 0);
      assert.equal(await search.getAttribute('aria-invalid'), 'true');
      await typeLines(page, '4711');
      await page.getByText('No pet 4711.').waitFor();
      await page.getByRole('button', { name: 'Add pet 4711' }).waitFor();
      await page.keyboard.type('rex');
      assert.equal(await search.inputValue(), 'rex');
      // A scan opens a pet that the search does not list. When the editor closes, the search gets
      // the focus back.
      await scan(page, 'pet 23');
      await editorOf('pet 23').waitFor();
      await page.keyboard.press('Escape');
      await editorOf('pet 23').waitFor({ state: 'detached' });
      await page.locator('#search:focus').waitFor();
      await search.fill('');
      await rowOf(page, 1).focus();
    },
  );

  await t.test(
    'a sign that is typed before the version has arrived keeps its meaning',
    async () => {
      const typed = await hold('**/inventory/22');
      await page.keyboard.press('/');
      await typeLines(page, '22');
      await page.keyboard.press('+');
      const arrived = page.waitForResponse('**/inventory/22');
      typed.resolve();
      await arrived;
      await typeLines(page, '4');
      await page.getByText('Pet 22: 10 → 14 (+4)').waitFor();
    },
  );

  await t.test('several changes are typed without waiting for the first to be saved', async () => {
    const typed = await hold('**/adjustments');
    await add('1', '+4');
    await add('3', '+5');
    await add('12', '-6');
    typed.resolve();
    await page.getByText('Pet 12: 10 → 4 (−6)').waitFor();
    const saved = ['adjust 10 → 14, arrival', 'adjust 10 → 15, arrival', 'adjust 10 → 4, sale'];
    assert.deepEqual(await lastChanges(1, 3, 12), saved);
    await page.unrouteAll();
  });

  await t.test(
    'keys that are typed during a save that fails are ignored, and the editor says so',
    async () => {
      const typed = Promise.withResolvers<void>();
      await intercept(page, '**/adjustments', async (route) => {
        await typed.promise;
        await route.fulfill({
          status: 409,
          json: { code: 'insufficient_stock', message: 'Not enough.', status: 409 },
        });
      });
      await add('23', '-7');
      await add('24', '-7');
      typed.resolve();
      await page
        .getByText(
          'or others have reserved the rest. What you typed while it was being saved is ignored.',
        )
        .waitFor();
      await editorOf('pet 23').getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(await lastChanges(23, 24), [
        'import null → 10, null',
        'import null → 10, null',
      ]);
      await page.unrouteAll();
    },
  );

  await t.test('a slow scanner is a setting of the device', async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Slow' }).click();
    await scan(page, 'pet 21', { keyMs: 70 });
    await editorOf('pet 21').waitFor();
  });
});
