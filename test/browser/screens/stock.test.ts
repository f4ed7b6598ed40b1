import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  hasFocus,
  openPage,
  press,
  pressKeys,
  quantityOf,
  rowOf,
  setDetails,
  setElsewhere,
  shows,
  showsPets,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { addPets, levelsIn } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

test('the stock', { skip: noBrowser() }, async (t) => {
  const pets = [
    { petId: 1n, quantity: 20 },
    { petId: 2n, quantity: 3 },
    { petId: 3n, quantity: 0, status: 'sold' },
    { petId: 10n, quantity: 7, status: 'pending' },
  ] as const;
  let shiftMs = 0;
  const service = await startService(t, { pets, now: () => Date.now() + shiftMs });
  const page = await openPage(t, service);

  await t.test('the first dialog takes the keys that follow the click', async () => {
    const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('import-dialog'));
    await until(() => page.evaluate(isLoaded));
    // This link is one of the parts that are loaded later, too: their texts are there.
    await page.getByRole('link', { name: 'to order' }).waitFor();
    await page.getByRole('button', { name: 'Add pet' }).click();
    await page.keyboard.type('Rex');
    await until(async () => (await page.getByRole('textbox', { name: 'Name' }).inputValue()) === 'Rex');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  const tile = (name: string) =>
    page.locator('.tile-main', { has: page.getByText(name, { exact: true }) }).locator('.tile-value');

  await t.test('the overview and the table follow every change', async () => {
    await shows(tile('Kinds'), '4');
    await shows(tile('Units'), '30');
    await shows(tile('Low stock'), '1');
    await shows(tile('Out of stock'), '1');
    await shows(page.locator('.status-list'), 'Available2Pending1Sold1');

    // The test begins to wait before the change: on a slow machine the highlight may be gone soon after it.
    const highlight = rowOf(page, 1).locator('.highlight').textContent();
    await setElsewhere(service, 1, 18);
    assert.equal(await highlight, '−2');
    await page.getByRole('status').getByText('Pet 1 is now 18.').waitFor();
    await shows(quantityOf(page, 1), '18');
    await shows(tile('Units'), '28');

    await addPets(service.store, [{ petId: 5n, quantity: 1 }]);
    await showsPets(page, 1, 2, 3, 5, 10);
    await service.call('DELETE', '/v1/inventory/5');
    await showsPets(page, 1, 2, 3, 10);
    await shows(tile('Low stock'), '1');
  });

  await t.test('Tab reaches everything; the table is one stop and its buttons', async () => {
    await page.getByRole('link', { name: 'to order' }).waitFor();
    await page.getByRole('link', { name: 'Stock' }).focus();
    const seen = ['Stock'];
    while (seen.length < 27 && !seen.at(-1)?.startsWith('More actions')) {
      await page.keyboard.press('Tab');
      seen.push(
        await page.evaluate(() => {
          const { activeElement: focused } = document;
          const name = focused?.getAttribute('data-pet') ?? focused?.getAttribute('aria-label');
          return (name ?? focused?.textContent?.trim())?.replaceAll('\u00a0', ' ') || (focused?.tagName ?? '');
        }),
      );
    }
    assert.deepEqual(seen, [
      ...['Stock', 'Receive', 'Count', 'Activity', 'Reports', 'Add pet', 'Menu'],
      ...['0 sold today', '0 run out in 7 days', '1 to order'],
      ...['Low stock1: show only these', 'INPUT', 'Out of stock1: show only these', 'INPUT', 'INPUT', 'INPUT'],
      ...['Export', 'Pet', 'Status', 'Quantity', '1', 'Change pet 1', 'History of pet 1', 'More actions for pet 1'],
    ]);
  });

  await t.test('keys edit, cancel and open everything, and the row gets the focus back', async () => {
    await pressKeys(page, ['/', 'ArrowDown', 'ArrowDown']);
    await hasFocus(page, 2);
    await typeLines(page, '', '4');
    await shows(quantityOf(page, 2), '4');
    await hasFocus(page, 2);
    await pressKeys(page, ['Enter', '9', 'Escape']);
    await hasFocus(page, 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await shows(quantityOf(page, 2), '3');
    await pressKeys(page, ['/', 'ArrowDown']);
    for (const [key, opened] of [
      ['h', page.getByRole('dialog', { name: 'Pet 1' })],
      ['m', page.getByRole('menuitem', { name: 'Change quantity' })],
      ['?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ] as const) {
      await page.keyboard.press(key);
      await opened.waitFor();
      await page.keyboard.press('Escape');
      await hasFocus(page, 1);
    }
  });

  await t.test('filters and sort orders follow a change', async () => {
    await page.getByRole('radio', { name: 'Out', exact: true }).click({ force: true });
    await showsPets(page, 3);
    await setElsewhere(service, 2, 0);
    await showsPets(page, 2, 3);
    await page.getByRole('radio', { name: 'Low' }).click({ force: true });
    await page.getByText('No matching pets').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await hasFocus(page, 1);

    const sort = page.getByRole('columnheader', { name: 'Quantity' });
    for (const _ of ['ascending', 'descending']) await sort.getByRole('button').click();
    assert.equal(await sort.getAttribute('aria-sort'), 'descending');
    await setElsewhere(service, 2, 500);
    await showsPets(page, 2, 1, 10, 3);
    await setElsewhere(service, 2, 3);
  });

  await t.test('filters, search, sort order and the low-stock threshold survive a reload', async () => {
    await page.goto(`${service.url}/`);
    await page.getByLabel('up to').fill('7');
    await shows(tile('Low stock'), '2');
    await page.getByRole('button', { name: /^Low stock/ }).click();
    await page.getByRole('columnheader', { name: 'Quantity' }).getByRole('button').click();
    await page.getByRole('searchbox').fill('1');
    await page.waitForURL(`${service.url}/?stock=low&search=1&sort=quantity`);
    await page.reload();
    await showsPets(page, 10);
    assert.equal(await page.getByLabel('up to').inputValue(), '7');
    assert.equal(await page.getByRole('searchbox').inputValue(), '1');
    await page.getByRole('button', { name: /^Low stock/ }).click();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('columnheader', { name: 'Pet' }).getByRole('button').click();
    await page.waitForURL(`${service.url}/`);
  });

  await t.test('a pet is added with every digit', async () => {
    await page.getByRole('button', { name: 'Add pet' }).click();
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    const id = page.getByRole('textbox', { name: 'ID' });
    assert.equal(await id.inputValue(), '11');
    await addPets(service.store, [{ petId: 11n, quantity: 1 }]);
    await until(async () => (await id.inputValue()) === '12');
    await page.getByRole('textbox', { name: 'ID' }).fill('2');
    await page.getByText('Pet 2 already exists.').waitFor();
    assert.ok(await add.isDisabled());
    await page.getByRole('textbox', { name: 'ID' }).fill('9223372036854775807');
    await page.getByRole('textbox', { name: 'Quantity' }).fill('9,007,199,254,740,991');
    await page.getByRole('radio', { name: 'Pending' }).last().click({ force: true });
    await add.click();
    await shows(quantityOf(page, 9223372036854775807n), '9,007,199,254,740,991');
    const pet = { petId: 9223372036854775807n, quantity: 9007199254740991, status: 'pending' };
    assert.deepEqual((await levelsIn(service.store)).at(-1), pet);
    assert.equal((await changesOf(service, pet.petId))[0], 'put null → 9007199254740991, arrival');
    // There is no higher ID to suggest.
    await page.getByRole('button', { name: 'Add pet' }).click();
    assert.equal(await id.inputValue(), '');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await t.test('a change of the status keeps a concurrent change of the quantity', async () => {
    await page.getByRole('button', { name: 'More actions for pet 1', exact: true }).click();
    await setElsewhere(service, 1, 7);
    await page.getByRole('menuitemradio', { name: 'Sold' }).click();
    await page.getByText('Pet 1: available → sold').waitFor();
    await shows(rowOf(page, 1).locator('.cell-status'), 'SoldStill in stock');
    assert.equal((await changesOf(service, 1))[0], 'put 7 → 7, adjustment');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Pet 1: sold → available').waitFor();
  });

  await t.test('a pet is removed after a question, and Undo brings back all of it', async () => {
    const ask = async () => {
      await rowOf(page, 3).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
    };
    const state = async () => {
      const [item, details] = await Promise.all(
        ['/v1/inventory/3', '/v1/inventory/3/details'].map((path) => service.call('GET', path)),
      );
      return [item?.status, await item?.json(), await details?.json()];
    };
    await setDetails(service, { 3: { name: 'Rex', barcode: 'R-3', lowAt: 2 } });
    await ask();
    await press(page, 'Cancel');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const before = await state();
    await ask();
    await press(page, 'Remove');
    await rowOf(page, 3).waitFor({ state: 'detached' });
    // The row may go before the response has arrived: until then, Undo is that of an earlier change.
    await page.getByText('removed. Its history is kept.').first().waitFor();
    assert.equal((await state())[0], 404);
    await page.getByRole('button', { name: 'Undo' }).click();
    // The message has the name if that has arrived by now.
    await page
      .getByText(/Undone: pet.3.* is back\./)
      .first()
      .waitFor();
    await shows(rowOf(page, 3).locator('.cell-name'), 'Rex');
    assert.deepEqual(await state(), before);
    assert.equal((await changesOf(service, 3))[0], 'put null → 0, adjustment: Undo');
  });

  await t.test('after a clock that was ahead, the page says until when its time is recorded', async () => {
    const notice = page.getByText('The clock of the service was ahead');
    assert.equal(await notice.count(), 0);
    shiftMs = 3 * 86_400_000;
    const year = new Date(Date.now() + shiftMs).getFullYear();
    await setElsewhere(service, 1, 18);
    shiftMs = 0;
    await page.reload();
    const text = (await notice.textContent()) ?? '';
    assert.match(text, new RegExp(`Until .*${year}.*, every change is recorded with that time`));
  });
});
