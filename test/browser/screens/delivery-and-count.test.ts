import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  clickButtons,
  openPage,
  reload,
  scan,
  setDetails,
  shows,
  showsAll,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { openList, petField, saveList, sellElsewhere, showsLines } from '../lists.ts';

/** Longer than a question must be on the screen before a key answers it. */
const answerMs = 600;

test('a delivery, and a count', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(7, 20) });
  await setDetails(service, {
    3: { name: 'Rabbit' },
    5: { name: 'Golden hamster' },
    6: { name: 'Goldfish' },
  });
  const page = await openPage(t, service);
  await page.getByRole('link', { name: 'Receive' }).click();
  await petField(page).waitFor();
  const discard = async () => {
    await clickButtons(page, 'Discard');
    await page.getByRole('button', { name: /^Discard \d+ lines?\?$/ }).click();
    await showsLines(page);
  };

  await t.test('a delivery is corrected, saved and undone', async () => {
    // Pet 1 is entered twice, because more of its units arrive after the other pets.
    await typeLines(page, '1', '4*', '2', '4*', '3', '*4', '1', '7*');
    await shows(page.locator('[data-save-bar] strong'), '3 pets, 15 units');
    await shows(page.locator('[data-line] [data-change]').first(), '20 →to 27 (+7)');
    await page.getByLabel('Arrived: Pet 3').fill('8');
    await page.getByRole('button', { name: 'Remove Pet 2 from the list' }).click();
    await page.getByText('Reason: arrival.').click();
    await page.getByLabel('Note for all lines').fill('van of the morning');
    await saveList(page, 'Delivery saved: 2 pets, 15 units.');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('Undone: 2 pets, 15 units.').waitFor();
    const changes = [
      'adjust 27 → 20, arrival: Undo',
      'adjust 20 → 27, arrival: van of the morning',
    ];
    assert.deepEqual(await changesOf(service, 1), [...changes, 'import null → 20, null']);
    await petField(page).waitFor();
  });

  await t.test(
    'Save takes the line that is being typed, or asks; a wrong line says why',
    async () => {
      await typeLines(page, '1', '3*');
      await page.keyboard.type('2');
      await saveList(page, 'Delivery saved: 2 pets, 4 units.');
      await typeLines(page, '4*');
      await page.getByText('Scan or type a pet first, then its number.').waitFor();
      await typeLines(page, '4711');
      await page.getByRole('option', { name: 'Add this pet…' }).waitFor();
      await typeLines(page, '4', '0*');
      await page.getByText('Enter a whole number from 1.').waitFor();
      await page.keyboard.type('parrot');
      await clickButtons(page, 'Save');
      await page.getByText('No pet is called “parrot”.').waitFor();
      await page.keyboard.press('Escape');
      const arrived = page.getByLabel('Arrived: Pet 4');
      await arrived.fill('x');
      await clickButtons(page, '1 line needs your attention');
      await page.locator('[data-line="4"] input:focus').waitFor();
      // A barcode in a field for a number is refused, and Escape brings the former number back.
      await arrived.fill('2');
      await arrived.press('Enter');
      await petField(page).waitFor();
      await arrived.focus();
      await scan(page, '4006381333931');
      await page.getByText('“4006381333931” looks like a barcode').waitFor();
      await page.keyboard.press('Escape');
      await petField(page).waitFor();
      await showsLines(page, '4: 2');
      await discard();
    },
  );

  await t.test('the arrow keys choose among names; what is typed survives a reload', async () => {
    await page.getByLabel('Pet ID or name').fill('gold');
    await showsAll(page.getByRole('option').locator('span:first-child'), [
      'pet 5 (Golden hamster)',
      'pet 6 (Goldfish)',
    ]);
    await page.keyboard.press('Enter');
    await page.getByText('Several pets match. Choose one.').waitFor();
    // The arrow keys wrap around: ArrowUp at the first matching pet selects the last one.
    for (const key of ['ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await page.getByRole('option', { name: 'Goldfish', selected: true }).waitFor();
    await page.waitForTimeout(answerMs);
    await page.keyboard.press('Enter');
    await showsLines(page, '6: 1');
    await scan(page, 'pet 4', { end: 'Tab' });
    await petField(page).waitFor();
    await showsLines(page, '4: 1', '6: 1');
    await page.keyboard.type('rabb');
    await reload(page);
    await petField(page).waitFor();
    assert.equal(await petField(page).inputValue(), 'rabb');
    await openList(page, 'count');
    assert.equal(await petField(page).inputValue(), '');
    await openList(page, 'receiving');
    await typeLines(page, 'it');
    await showsLines(page, '3: 1', '4: 1', '6: 1');
    await discard();
  });

  await t.test('a count with a conflict', async () => {
    await openList(page, 'count');
    await typeLines(page, '4', '18*', '0', '18*');
    await page.locator('[data-line="0"]').waitFor();
    await sellElsewhere(service, 0, 3);
    const conflict = page.getByRole('region', { name: 'Pet 0 has been changed' });
    await conflict.getByText('(−3), sale').waitFor();
    await conflict.getByText('You started from 20 and entered 18 (−2).').waitFor();
    await page.getByRole('button', { name: '1 line needs your attention' }).waitFor();
    await clickButtons(page, 'Save');
    await page.locator('[data-line="0"] input:focus').waitFor();
    await conflict.getByRole('button', { name: 'Use mine' }).waitFor();
    await conflict.getByRole('button', { name: /17 − 2 = 15/ }).click();
    await saveList(page, 'Count saved: 2 pets.');
    assert.equal((await changesOf(service, 0))[0], 'set 17 → 15, count');
    assert.equal((await changesOf(service, 4))[0], 'set 20 → 18, count');
  });

  await t.test(
    'a pet that is counted in two places, and numbers that are asked about once',
    async () => {
      await typeLines(page, '5', '8*');
      await sellElsewhere(service, 5, 1);
      await page
        .locator('[data-line="5"]')
        .getByRole('button', { name: /^Use mine/ })
        .click();
      await typeLines(page, '5', '5');
      await showsLines(page, '5: 10');
      await typeLines(page, '1500000*');
      await page.getByText('Is 1,500,000 right? There are 19 now.').waitFor();
      await page.waitForTimeout(answerMs);
      await page.keyboard.press('Enter');
      await showsLines(page, '5: 1500000');
      await page.emulateMedia({ media: 'print' });
      await page.getByRole('heading', { name: 'Count stock' }).waitFor();
      for (const control of [
        '[aria-label="Next line"]',
        'header',
        '[data-save-bar] button',
        '[data-line] button',
      ])
        assert.equal(await page.locator(control).first().isVisible(), false, control);
      await page.emulateMedia({ media: 'screen' });
      await page.getByLabel('Counted: Pet 5').fill('40000');
      await saveList(
        page,
        'Is that right? pet 5 (Golden hamster) from 19 to 40,000. Save again if it is.',
      );
      // A second click that follows at once is no answer.
      await clickButtons(page, 'Save');
      assert.equal((await changesOf(service, 5)).length, 2);
      await page.waitForTimeout(answerMs);
      await saveList(page, 'Count saved: 1 pet.');
    },
  );

  await t.test('a guided count', async () => {
    const next = page.getByRole('list', { name: 'Still to be counted' }).getByRole('listitem');
    const progress = page.getByRole('region', { name: 'Guided count' }).getByRole('status');
    const names = () =>
      next.evaluateAll((all) => all.map((one) => one.firstChild?.textContent?.replace(/\s/g, ' ')));
    const aim = page.locator('[data-aim]');
    await clickButtons(page, 'Guided count');
    assert.equal(await page.locator('#search').count(), 1, 'the key / leads to one field');
    await shows(progress, '0 of 7 pets counted');
    await shows(aim, 'Pet 0 15 in stock');
    // With "Hide expected numbers", the expected quantity appears only after the user has entered a
    // count.
    await page.getByLabel('Hide expected numbers').check();
    await shows(aim, 'Pet 0 ');
    await reload(page);
    await petField(page).waitFor();
    await page.keyboard.type('18');
    await shows(aim, 'Pet 0 ');
    await page.keyboard.press('Enter');
    await shows(page.locator('[data-line] [data-change]'), '15 →to 18 (+3)');
    // The guided count chooses the next pet. "Later" postpones a pet, and a scan counts any pet out
    // of order.
    await typeLines(page, '23');
    await clickButtons(page, 'Later');
    await petField(page).waitFor();
    await scan(page, 'pet 4');
    await shows(progress, '3 of 7 pets counted');
    assert.deepEqual(await names(), [
      'Pet 3 (Rabbit)',
      'Pet 5 (Golden hamster)',
      'Pet 6 (Goldfish)',
      'Pet 2',
    ]);
    await saveList(page, 'Count saved: 3 pets.');
    await reload(page);
    await shows(progress, '3 of 7 pets counted');
    await page.getByText('By name').click();
    assert.deepEqual(await names(), [
      'Pet 5 (Golden hamster)',
      'Pet 6 (Goldfish)',
      'Pet 3 (Rabbit)',
      'Pet 2',
    ]);

    // The printed count sheet lists the pets that are not counted yet, with an empty column to
    // write in.
    await page.evaluate("window.print = () => { document.title = 'printing' }");
    await clickButtons(page, 'Count sheet');
    assert.equal(await page.title(), 'printing');
    await page.emulateMedia({ media: 'print' });
    await showsAll(page.locator('[data-print=table] th'), ['Pet', 'Name', 'Counted']);
    await showsAll(page.locator('[data-print=table] tbody tr'), [
      '5Golden hamster',
      '6Goldfish',
      '3Rabbit',
      '2',
    ]);
    assert.equal(await page.getByRole('form', { name: 'Next line' }).isVisible(), false);
    await page.emulateMedia({ media: 'screen' });

    // Digits that are typed outside of any field go to the quantity field.
    await page.getByRole('radio', { name: 'By name' }).focus();
    await page.keyboard.type('7');
    await service.call('DELETE', '/v1/inventory/5');
    await until(async () => (await names()).length === 3);
    await page.keyboard.press('Enter');
    await page.getByText('How many of pet 6 (Goldfish)?').waitFor();
    await typeLines(page, '20', '20', '60');
    await shows(progress, 'All pets are counted. Check the differences, then save.');
  });
});
