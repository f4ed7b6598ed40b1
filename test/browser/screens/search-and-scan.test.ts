import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  countTones,
  hasFocus,
  intercept,
  openPage,
  pressKeys,
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

  await t.test('by barcode, ID, name or the text of a label', async () => {
    for (const [code, pet, end] of [
      ['GOLDEN HAMSTER', 'pet 300 (Golden hamster)', 'Enter'],
      [']E04006381333931', 'pet 3 (Guppy)', 'Tab'],
      ['pet 23', 'pet 23', 'Enter'],
    ] as const) {
      await scan(page, code, { end });
      await editorOf(pet).waitFor();
      await page.keyboard.press('Escape');
      await editorOf(pet).waitFor({ state: 'detached' });
    }
  });

  await t.test('at any speed, also if a scanner pauses within a code', async () => {
    for (const keyMs of [2, 40, 200]) {
      await scan(page, '4006381333931', { keyMs });
      await editorOf('pet 3 (Guppy)').waitFor();
      await page.keyboard.press('Escape');
    }
    await pressKeys(page, [...'40063'], { pauseMs: 5 });
    await pressKeys(page, [...'81333931', 'Enter'], { pauseMs: 5 });
    await editorOf('pet 3 (Guppy)').waitFor();
  });

  await t.test('a code in a field for a quantity is refused in words', async () => {
    await scan(page, '4006381333931');
    await page
      .getByText('“4006381333931” is the barcode of pet 3, so it is not a quantity.')
      .waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
    await page.keyboard.press('Escape');
    await scan(page, 'pet 23');
    await editorOf('pet 23').waitFor();
  });

  await t.test('an unsaved number and a note stay', async () => {
    await amount.selectText();
    await page.keyboard.type('40');
    await page.getByLabel('Note').fill('fresh ');
    // In a note, a scan is text, and Enter saves as it always does there.
    await scan(page, 'pet 24', { end: 'Tab' });
    assert.equal(await page.getByLabel('Note').inputValue(), 'fresh pet 24');
    assert.equal(await amount.inputValue(), '40');
    // Pressing Enter in the search does not discard unsaved input in the editor.
    const refusal = page.getByText('Save or cancel the change to pet 23 first.');
    await search.fill('1');
    for (const _ of [1, 2]) await search.press('Enter');
    await refusal.waitFor();
    assert.equal(await refusal.count(), 1, 'the same is said once');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await search.fill('');
  });

  await t.test('an unknown code sounds', async () => {
    const tones = await countTones(page);
    await rowOf(page, 1).focus();
    await scan(page, 'nothing');
    await page.locator('#search[aria-invalid=true]').waitFor();
    await until(async () => (await tones()) === 1);
    assert.equal(await search.inputValue(), 'nothing');
    await search.fill('');
  });

  await t.test('letters and digits search from anywhere on the screen', async () => {
    for (const key of ['m', 'h', 'a', '7']) {
      await rowOf(page, 1).focus();
      await page.keyboard.press(key);
      await page.locator('#search:focus').waitFor();
      assert.equal(await search.inputValue(), key);
      assert.equal(await page.getByRole('menu').count(), 0);
      await search.fill('');
    }
  });

  await t.test('in a form, a scan is text of its field', async () => {
    await page.getByRole('button', { name: 'Add pet' }).click();
    await page.getByRole('textbox', { name: 'Barcode' }).focus();
    await pressKeys(page, [...'50123456'], { pauseMs: 5 });
    await pressKeys(page, [...'78900', 'Tab'], { pauseMs: 5 });
    assert.equal(
      await page.getByRole('textbox', { name: 'Barcode' }).inputValue(),
      '5012345678900',
    );
    await page.keyboard.press('Escape');
  });

  await t.test('nothing was written until a person types', async () => {
    const entries = await (await service.call('GET', '/v1/inventory/history?limit=1000')).json();
    assert.equal((entries as unknown[]).length, pets.length);
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
      assert.equal(await page.locator('[data-editor]').count(), 0);
      assert.equal(await search.getAttribute('aria-invalid'), 'true');
      await typeLines(page, '4711');
      await page.getByText('No pet 4711.').waitFor();
      await page.getByRole('button', { name: 'Add pet 4711' }).waitFor();
      await page.keyboard.type('rex');
      assert.equal(await search.inputValue(), 'rex');
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

  await t.test('a change that is refused while the next one is typed comes back', async () => {
    const typed = Promise.withResolvers<void>();
    await intercept(page, '**/23/adjustments', async (route) => {
      await typed.promise;
      await route.fulfill({
        status: 409,
        json: { code: 'insufficient_stock', message: 'Not enough.', status: 409 },
      });
    });
    await add('23', '-7');
    await add('24', '-7');
    await page.getByText('Pet 24: 10 → 3 (−7)').waitFor();
    typed.resolve();
    await page.getByText('Pet 23: the change has not been saved.').waitFor();
    await editorOf('pet 23').getByText('or others have reserved the rest.').waitFor();
    await editorOf('pet 23').getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await lastChanges(23, 24), ['import null → 10, null', 'adjust 10 → 3, sale']);
    await page.unrouteAll();
  });
});
