import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { hasFocus, ledgerOf, openPage, quantityOf, rowOf, setElsewhere, shows } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';

test('changing a quantity', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 3n, 4n, 5n, 6n].map((petId) => ({ petId, quantity: petId === 3n ? 4 : 97 }));
  const service = await startService(t, { pets });
  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);

  await subtest(
    'shows the outcome; Enter saves it; a mode or a sign adds and removes; what is invalid cannot be saved',
    async () => {
      const requests: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PATCH' && request.postData() !== null) requests.push(request.headers()['if-match']);
      });
      await rowOf(page, 1).click();
      await page.keyboard.type('100');
      await shows(page.locator('.outcome'), '97 →to 100 (+3)');
      assert.equal((await ledgerOf(service, 1)).length, 1, 'written before saving');
      await page.getByRole('radio', { name: 'count' }).click();
      await page.getByLabel('Note').fill('counted twice');
      await page.keyboard.press('Enter');
      await page.getByText('Pet 1: 97 → 100 (+3)').waitFor();
      await shows(quantityOf(page, 1), '100');
      const [entry] = await ledgerOf(service, 1);
      assert.deepEqual(
        [entry?.kind, entry?.before, entry?.after, entry?.reason, entry?.note],
        ['set', 97, 100, 'count', 'counted twice'],
      );
      assert.deepEqual(requests, ['"1"'], 'not conditional on the version the user saw');
      await page.locator('.editor').waitFor({ state: 'detached' });
      await hasFocus(page, 1);

      await rowOf(page, 2).click();
      await page.getByRole('radio', { name: 'Add' }).click({ force: true });
      await page.keyboard.type('3');
      await shows(page.locator('.outcome'), '97 →to 100 (+3)');
      await page.getByRole('button', { name: 'Save' }).click();
      await shows(quantityOf(page, 2), '100');
      await page.keyboard.press('Enter');
      await page.keyboard.type('-40');
      await shows(page.locator('.outcome'), '100 →to 60 (−40)');
      await page.keyboard.press('Enter');
      await shows(quantityOf(page, 2), '60');
      const entries = await ledgerOf(service, 2);
      assert.deepEqual(
        entries.slice(0, 2).map(({ kind, before, after }) => [kind, before, after]),
        [
          ['adjust', 100, 60],
          ['adjust', 97, 100],
        ],
      );

      await rowOf(page, 3).click();
      for (const [input, problem] of [
        ['-5', 'Only 4 in stock.'],
        ['9007199254740992', 'Enter a whole number.'],
        ['1,5', 'Enter a whole number.'],
        ['1.5', 'Enter a whole number.'],
      ] as const) {
        await page.getByRole('textbox', { name: /quantity/i }).fill(input);
        await shows(page.locator('.outcome'), problem);
        await page.keyboard.press('Enter');
        assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
      }
      await page.keyboard.press('Escape');
      await page.locator('.editor').waitFor({ state: 'detached' });
      assert.equal((await ledgerOf(service, 3)).length, 1);
    },
  );

  await subtest(
    'undo is refused once another user has changed the pet, and else adds an entry with the same reason',
    async () => {
      await rowOf(page, 5).click();
      await page.keyboard.type('5');
      await page.keyboard.press('Enter');
      await page.getByText('Pet 5: 97 → 5 (−92)').waitFor();
      await setElsewhere(service, 5, 6);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Not undone: pet 5 has been changed again since.').waitFor();
      await shows(quantityOf(page, 5), '6');

      await rowOf(page, 4).click();
      await page.getByRole('radio', { name: 'Sale' }).click();
      await page.getByLabel('New quantity').fill('5');
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog', { name: 'Pet 4' }).getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone: pet 4 is back at 97.').waitFor();
      await shows(quantityOf(page, 4), '97');
      assert.deepEqual(
        (await ledgerOf(service, 4)).map(({ before, after, reason, note }) => [before, after, reason, note]),
        [
          [5, 97, 'sale', 'Undo'],
          [97, 5, 'sale', null],
          [null, 97, null, null],
        ],
      );
      await page.getByRole('link', { name: 'Activity' }).click();
      await shows(page.locator('.sums > .tile').first(), 'Sold02 changes');
    },
  );

  await subtest('a draft survives clicks on other rows, filters and a reload', async () => {
    const amount = page.getByRole('textbox', { name: 'New quantity' });
    await rowOf(page, 6).click();
    await page.keyboard.type('5');
    await rowOf(page, 1).click();
    await page.getByRole('searchbox').fill('1');
    assert.equal(await page.getByRole('form', { name: 'Change pet 6' }).count(), 1);
    assert.equal(await amount.inputValue(), '5');
    await page.reload();
    await page.getByRole('form', { name: 'Change pet 6' }).waitFor();
    assert.equal(await amount.inputValue(), '5');
    await amount.press('Enter');
    await page.getByRole('form', { name: 'Change pet 6' }).waitFor({ state: 'detached' });
    // The search has survived the reload, too.
    await page.getByRole('searchbox').fill('');
    await shows(quantityOf(page, 6), '5');

    // A pet that is chosen while another is being saved opens next.
    await rowOf(page, 1).click();
    await rowOf(page, 2).click();
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await rowOf(page, 4).click();
    await page.getByRole('form', { name: 'Change pet 4' }).waitFor();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await shows(quantityOf(page, 2), '11');
    await shows(quantityOf(page, 4), '12');
  });
});
