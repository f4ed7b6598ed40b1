import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'uqr';
import { barWidths } from '../../../dashboard/src/ui/bar-widths.ts';
import { hasNoViolation } from '../../support/browser/axe.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  chooseInMenu,
  clickButtons,
  hasFocus,
  openPage,
  pressKeys,
  quantityOf,
  reload,
  rowOf,
  scan,
  setDetails,
  setElsewhere,
  shows,
  showsAll,
  showsPets,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { addPets, createKey, levelsIn } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

const ean = '4006381333931';
const highestId = 9223372036854775807n;

function darkSquaresOf(text: string): string[] {
  return encode(text, { border: 2 }).data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `${x} ${y}` : [])),
  );
}

/** Returns the widths of the bars in an SVG path and of the gaps between them. */
function widthsIn(path: string): number[] {
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v1/g)].map(
    ([, x, width]) => [Number(x), Number(width)] as const,
  );
  return bars.flatMap(([x, width], index) => {
    const next = bars[index + 1]?.[0];
    return next === undefined ? [width] : [width, next - x - width];
  });
}

test('the stock', { skip: noBrowser() }, async (t) => {
  const pets = [
    { petId: 1n, quantity: 20 },
    { petId: 2n, quantity: 3 },
    { petId: 3n, quantity: 0, status: 'sold' },
    { petId: 10n, quantity: 7, status: 'pending' },
  ] as const;
  let shiftMs = 0;
  const service = await startService(t, { pets, now: () => Date.now() + shiftMs });
  const errors: string[] = [];
  const page = await openPage(t, service, { errors });

  await t.test('the first dialog takes the keys that follow the click', async () => {
    const isLoaded = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('import-dialog'));
    await until(() => page.evaluate(isLoaded));
    // The dialogs can open at once when their texts are loaded. The link "to order" appears only
    // after these texts.
    await page.getByRole('link', { name: 'to order' }).waitFor();
    await page.getByRole('button', { name: 'Add pet' }).click();
    await page.keyboard.type('Rex');
    await until(
      async () => (await page.getByRole('textbox', { name: 'Name' }).inputValue()) === 'Rex',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  const tile = (name: string) =>
    page
      .locator('[data-tile]', { has: page.getByText(name, { exact: true }) })
      .locator('[data-figure]');

  await t.test('the overview and the table follow every change', async () => {
    await shows(tile('Kinds'), '4');
    await shows(tile('Units'), '30');
    await shows(tile('Low stock'), '1');
    await shows(tile('Out of stock'), '1');
    await shows(
      page.getByRole('region', { name: 'Overview' }).getByRole('list'),
      'Available2Pending1Sold1',
    );

    // A changed row is highlighted only briefly, so the test begins to wait for the highlight
    // before the change.
    const highlight = rowOf(page, 1).locator('[data-highlight]').textContent();
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
          return (
            (name ?? focused?.textContent?.trim())?.replaceAll('\u00a0', ' ') ||
            (focused?.tagName ?? '')
          );
        }),
      );
    }
    assert.deepEqual(seen, [
      ...['Stock', 'Receive', 'Count', 'Activity', 'Reports', 'Add pet', 'Menu'],
      ...['0 sold today', '0 run out in 7 days', '1 to order'],
      ...[
        'Low stock1: show only these up to 5',
        'Out of stock1: show only these 25%',
        'INPUT',
        'INPUT',
        'INPUT',
      ],
      ...[
        'Export',
        'Pet',
        'Status',
        'Quantity',
        '1',
        'Change pet 1',
        'History of pet 1',
        'More actions for pet 1',
      ],
    ]);
  });

  await t.test('a link before the header takes the keyboard to the content', async () => {
    const url = page.url();
    const skipLink = page.getByRole('link').first();
    assert.equal(await skipLink.textContent(), 'Skip to content');
    await skipLink.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const firstLink = page.getByRole('main').getByRole('link').first();
    assert.equal(await firstLink.evaluate((link) => link === document.activeElement), true);
    assert.equal(page.url(), url);
  });

  await t.test(
    'keys edit, cancel and open everything, and the row gets the focus back',
    async () => {
      await pressKeys(page, ['/', 'ArrowDown', 'ArrowDown']);
      await hasFocus(page, 2);
      await typeLines(page, '', '4');
      await shows(quantityOf(page, 2), '4');
      await hasFocus(page, 2);
      await pressKeys(page, ['Enter', '9', 'Escape']);
      await hasFocus(page, 2);
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await shows(quantityOf(page, 2), '3');
      await pressKeys(page, ['/', 'ArrowDown']);
      for (const [key, opened] of [
        ['ContextMenu', page.getByRole('menuitem', { name: 'Change quantity' })],
        ['?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
      ] as const) {
        await page.keyboard.press(key);
        await opened.waitFor();
        await page.keyboard.press('Escape');
        await hasFocus(page, 1);
      }
      // The row that opened the history is gone, so the next screen gets the focus.
      await rowOf(page, 1).getByRole('button', { name: 'History of pet 1' }).click();
      await page.getByRole('dialog').waitFor();
      await page.evaluate(() => location.assign('#receiving'));
      await page.keyboard.press('Escape');
      await page.locator('main input:focus').waitFor();
      await page.goBack();
    },
  );

  const headers = page.getByRole('columnheader');
  const field = (name: string) =>
    page.getByRole('textbox', { name: new RegExp(`^${name}( \\(|$)`) });
  const save = page.getByRole('button', { name: 'Save' });
  const openDetails = (pet: string) => chooseInMenu(page, `More actions for ${pet}`, 'Details');
  const stored = async (petId: bigint | number) =>
    (await (await service.call('GET', `/v1/inventory/${petId}/details`)).json()) as object;

  await t.test(
    'the screen shows nothing of names until a pet has one, and details are changed together',
    async () => {
      const plain = ['Pet', 'Status', 'Quantity', 'Actions'];
      await showsAll(headers, plain);
      const search = page.getByRole('searchbox', { name: 'Search by ID', exact: true });
      await search.fill('0');
      await search.press('Enter');
      await page.getByText('No pet 0. 1 longer ID contains it.').waitFor();
      await search.fill('rex');
      await page.getByText('“rex” is not an ID. IDs are whole numbers.').waitFor();
      await search.fill('');
      await openDetails('pet 1');
      await field('Name').fill('x'.repeat(201));
      await page.getByText('Enter at most 200 characters.').waitFor();
      await field('Barcode').fill('no spaces');
      await page.getByText('without spaces.').waitFor();
      await field('Low at').fill('many');
      await page.getByText('Enter a whole number, 0 or more.').waitFor();
      assert.ok(await save.isDisabled());
      await field('Name').fill('  Golden   hamster, "Goldie" ');
      await field('Low at').fill('20');
      // The Enter of the scanner moves on to the next field, and saves nothing.
      await field('Barcode').fill('');
      await scan(page, 'A-88');
      await field('Low at').and(page.locator(':focus')).waitFor();
      assert.equal(await field('Barcode').inputValue(), 'A-88');
      await page.keyboard.press('Enter');
      await page.getByText('Pet 1 (Golden hamster, "Goldie") saved.').waitFor();
      await showsAll(headers, plain.toSpliced(1, 0, 'Name'));
      await shows(rowOf(page, 1).locator('[data-column=name]'), 'Golden hamster, "Goldie"');
      await rowOf(page, 1).getByText('Low', { exact: true }).waitFor();
      const name = 'Golden hamster, "Goldie"';
      assert.deepEqual(await stored(1), { petId: 1, name, barcode: 'A-88', lowAt: 20 });
      await openDetails('pet 1 (Golden hamster, "Goldie")');
      for (const name of ['Name', 'Barcode', 'Low at']) await field(name).fill('');
      await save.click();
      await showsAll(headers, plain);
      assert.deepEqual(await stored(1), { petId: 1, name: null, barcode: null, lowAt: null });
    },
  );

  await t.test(
    'filters, search and sort order survive a reload, and the shop says what is low',
    async () => {
      await setDetails(service, {
        1: { name: 'Guppy', barcode: ean },
        2: { name: 'Ökö', barcode: '3', lowAt: 50 },
        3: { name: 'Rex', barcode: 'R-3', lowAt: 2 },
      });
      const boss = await createKey(service.store, { name: 'boss', scope: 'owner' });
      const owner = await page.context().newPage();
      await owner.goto(`${service.url}/#key=${boss}`);
      await owner.getByLabel('up to').fill('7');
      await until(async () => {
        const shop = await (await service.call('GET', '/v1/shop')).json();
        return (shop as { lowAt: number }).lowAt === 7;
      });
      await owner.close();
      await reload(page);
      await shows(tile('Low stock'), '2');
      await page.getByRole('button', { name: /^Low stock/ }).click();
      const sort = page.getByRole('columnheader', { name: 'Quantity' });
      await sort.getByRole('button').click();
      await showsPets(page, 2, 10);
      await setElsewhere(service, 10, 1);
      await showsPets(page, 10, 2);
      await page.getByRole('searchbox').fill('1');
      await page.waitForURL(`${service.url}/?stock=low&search=1&sort=quantity`);
      await reload(page);
      await showsPets(page, 10);
      assert.equal(await sort.getAttribute('aria-sort'), 'ascending');
      await page.getByText('up to 7', { exact: true }).waitFor();
      assert.equal(await page.getByRole('searchbox').inputValue(), '1');
      await page.getByRole('radio', { name: 'Out', exact: true }).click({ force: true });
      await page.getByText('No matching pets').waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByRole('columnheader', { name: 'Pet' }).getByRole('button').click();
      await page.waitForURL(`${service.url}/`);
    },
  );

  await t.test('a barcode that another pet has is refused with its name', async () => {
    await openDetails('pet 10');
    await setDetails(service, { 10: { lowAt: 3 } });
    await field('Barcode').fill(ean);
    await page.getByText('Pet 1 (Guppy) has this barcode. Remove it there first.').waitFor();
    assert.ok(await save.isDisabled());
    // The page learns only from the service's refusal that another pet has this barcode.
    await setDetails(service, { 2: { barcode: 'new' } });
    await field('Barcode').fill('new');
    await save.click();
    await page.getByText('Pet 2 (Ökö) has this barcode. Remove it there first.').waitFor();
    await page.getByText('Not saved: another pet has this barcode.').waitFor();
    assert.deepEqual(errors.splice(0), [`409 PATCH ${service.url}/v1/inventory/10/details`]);
    await field('Barcode').fill('newer');
    await page.getByText('Not saved').waitFor({ state: 'detached' });
    await save.click();
    await page.getByText('Pet 10 saved.').waitFor();
    assert.partialDeepStrictEqual(await stored(10), { barcode: 'newer', lowAt: 3 });
  });

  await t.test(
    'a new pet gets an ID that no pet ever had, and that of a removed one never',
    async () => {
      const suggests = (id: string) => until(async () => (await field('ID').inputValue()) === id);
      await service.call('PUT', '/v1/inventory/11', { body: { quantity: 1, status: 'sold' } });
      await service.call('DELETE', '/v1/inventory/11');
      await page.getByRole('button', { name: 'Add pet' }).click();
      await suggests('12');
      // Another client adds a pet meanwhile.
      await addPets(service.store, [{ petId: 12n, quantity: 1 }]);
      await suggests('13');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  );

  await t.test('a pet is added with every digit and its details', async () => {
    await page.getByRole('button', { name: 'Add pet' }).click();
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
    await field('Name').and(page.locator(':focus')).fill('Rexy');
    await field('ID').fill('2');
    await page.getByText('Pet 2 already exists.').waitFor();
    assert.ok(await add.isDisabled());
    await field('ID').fill(String(highestId));
    await field('Quantity').fill('9,007,199,254,740,991');
    await field('Barcode').fill('999');
    await field('Low at').fill('2');
    await page.getByRole('radio', { name: 'Pending' }).last().click({ force: true });
    await add.click();
    await shows(quantityOf(page, highestId), '9,007,199,254,740,991');
    const pet = { petId: highestId, quantity: 9007199254740991, status: 'pending' };
    assert.deepEqual((await levelsIn(service.store)).at(-1), pet);
    assert.equal((await changesOf(service, highestId))[0], 'put null → 9007199254740991, arrival');
    assert.partialDeepStrictEqual(await stored(highestId), {
      name: 'Rexy',
      barcode: '999',
      lowAt: 2,
    });
    // The highest possible ID is taken, so the dialog suggests none.
    const answered = page.waitForResponse(/next-id/);
    await page.getByRole('button', { name: 'Add pet' }).click();
    await answered;
    // By the time of a later response, the page has handled this one.
    await page.evaluate(async () => (await fetch('healthz')).text());
    assert.equal(await field('ID').inputValue(), '');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await t.test(
    'the search finds names and barcodes, and Enter opens the only pet that matches',
    async () => {
      const search = page.getByRole('searchbox', { name: 'Search by ID, name or barcode' });
      for (const [text, found, marked] of [
        ['oko', ['2'], ['Ökö']],
        ['63813', ['1'], ['63813']],
        ['ex', ['3', String(highestId)], ['ex', 'ex']],
      ] as const) {
        await search.fill(text);
        await showsAll(page.getByRole('rowheader'), found);
        await showsAll(page.locator('[data-pet] mark'), marked);
      }
      await search.press('Enter');
      await page.getByText('2 pets match “ex”. Choose one.').waitFor();
      await search.fill('GUP');
      await search.press('Enter');
      await page.getByRole('form', { name: 'Change pet 1 (Guppy)' }).waitFor();
      await page.keyboard.press('Escape');
      await search.fill('');
    },
  );

  await t.test('labels have the name, the ID and a code that a scan understands', async () => {
    await page.evaluate('window.print = () => undefined');
    await chooseInMenu(page, 'Menu', 'Print labels');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const texts = {
      1: ean,
      2: 'new',
      3: 'R-3',
      10: 'newer',
      12: 'pet 12',
      [String(highestId)]: '999',
    };
    const ids = Object.keys(texts).map((petId) => `Pet ${petId}`);
    await showsAll(page.locator('[data-pet-id]'), ids);
    await showsAll(page.locator('[data-print] strong'), ['Guppy', 'Ökö', 'Rex', 'Rexy']);
    const pathsOf = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('d') ?? ''));
    const squares = await pathsOf('[data-print] li > :first-child path');
    const drawn = squares.map((path) =>
      [...path.matchAll(/M(\d+ \d+)h1v1h-1z/g)].map(([, place]) => place),
    );
    assert.deepEqual(drawn, Object.values(texts).map(darkSquaresOf));
    const bars = (await pathsOf('[data-print] li > :last-child path')).map(widthsIn);
    assert.deepEqual(bars, Object.values(texts).map(barWidths));
    await hasNoViolation(page, 'labels');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('[data-print] li').first().waitFor({ state: 'detached' });
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  await t.test('a change of the status keeps a concurrent change of the quantity', async () => {
    await page.getByRole('button', { name: 'More actions for pet 1 (Guppy)', exact: true }).click();
    await setElsewhere(service, 1, 7);
    await page.getByRole('menuitemradio', { name: 'Sold' }).click();
    await page.getByText('Pet 1 (Guppy): available → sold').waitFor();
    await shows(rowOf(page, 1).locator('[data-column=status]'), 'SoldStill in stock');
    assert.equal((await changesOf(service, 1))[0], 'put 7 → 7, adjustment');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('Pet 1 (Guppy): sold → available').waitFor();
  });

  await t.test('a pet is removed after a question, and Undo brings back all of it', async () => {
    const ask = async () => {
      await rowOf(page, 3).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
    };
    const state = async () => {
      const item = await service.call('GET', '/v1/inventory/3');
      return [item.status, await item.json(), await stored(3)];
    };
    await ask();
    await clickButtons(page, 'Cancel');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const before = await state();
    await ask();
    await clickButtons(page, 'Remove');
    await rowOf(page, 3).waitFor({ state: 'detached' });
    // The row may disappear before the response to the removal arrives. Until then, "Undo" reverts
    // an earlier change.
    await page.getByText('removed. Its history is kept.').first().waitFor();
    assert.equal((await state())[0], 404);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    // The message "Undone: …" contains the pet's name only if the page has loaded the name again by
    // then.
    await page
      .getByText(/Undone: pet.3.* is back\./)
      .first()
      .waitFor();
    await shows(rowOf(page, 3).locator('[data-column=name]'), 'Rex');
    assert.deepEqual(await state(), before);
    assert.equal((await changesOf(service, 3))[0], 'put null → 0, adjustment: Undo');
    await ask();
    await service.call('DELETE', '/v1/inventory/3');
    await page.getByText('Has been removed from the stock.').waitFor();
    await clickButtons(page, 'Cancel');
  });

  await t.test(
    'after a clock that was ahead, the page says until when its time is recorded',
    async () => {
      const notice = page.getByText('The clock of the service was ahead');
      assert.equal(await notice.count(), 0);
      shiftMs = 3 * 86_400_000;
      const year = new Date(Date.now() + shiftMs).getFullYear();
      await setElsewhere(service, 1, 18);
      shiftMs = 0;
      await reload(page);
      const text = (await notice.textContent()) ?? '';
      assert.match(text, new RegExp(`Until .*${year}.*, every change is recorded with that time`));
    },
  );
});
