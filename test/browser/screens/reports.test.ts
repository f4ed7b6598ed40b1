import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  clickButtons,
  intercept,
  openPage,
  reload,
  setDetails,
  showsAll,
} from '../../support/browser/page.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createKey } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

const dayMs = 86_400_000;

const hoursFromNoon = new Date().getUTCHours() - 12;

/** The shop's time zone. It is about noon there now, so no test runs over midnight. */
const timezoneId =
  hoursFromNoon === 0 ? 'UTC' : `Etc/GMT${hoursFromNoon > 0 ? '+' : ''}${hoursFromNoon}`;

/** The browser's time zone. The date there differs from the shop's date. */
const elsewhere = hoursFromNoon <= -2 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';

/** Returns the shop's date at a time, in the format of a date field. */
const dayText = (atMs: number) => new Date(atMs).toLocaleDateString('sv', { timeZone: timezoneId });

/**
 * Starts a service whose pets are 60 days old, with changes from five days ago and from today,
 * mostly by till-3.
 */
async function startShop(t: Parameters<typeof startService>[0]): Promise<TestService> {
  let shiftMs = -60 * dayMs;
  const service = await startService(t, {
    pets: [],
    now: () => Date.now() + shiftMs,
    settings: { TIME_ZONE: timezoneId },
  });
  const till = {
    authorization: `Bearer ${await createKey(service.store, { name: 'till-3', scope: 'write' })}`,
  };
  const send = async (method: string, path: string, body: unknown, headers = {}) =>
    assert.ok((await service.call(method, `/v1/inventory${path}`, { body, headers })).ok);
  const adjust = (petId: number, delta: number, reason: string | undefined, more: object = {}) =>
    send('POST', `/${petId}/adjustments`, { delta, reason, ...more }, till);
  for (const [petId, quantity] of [50, 30, 20, 4].entries()) {
    await send('PUT', `/${petId + 1}`, { quantity, status: 'available' });
  }
  await send('PUT', '/5', { quantity: 1, status: 'pending' });
  await setDetails(service, { 1: { name: 'Neon; "tetra"', lowAt: 10 }, 2: { name: '=Guppy' } });
  shiftMs = -5 * dayMs;
  await adjust(1, -5, 'sale');
  shiftMs = 0;
  await adjust(1, -10, 'sale');
  await adjust(1, 1, 'sale', { note: 'Undo' });
  await adjust(2, -20, 'sale');
  await adjust(2, 6, 'arrival');
  await adjust(3, -2, 'damage', { note: 'fell' });
  await adjust(3, -1, 'count');
  await send('POST', '/3/adjustments', { delta: 1 });
  return service;
}

async function openReports(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { name: 'What to order' }).waitFor();
  await page.getByText('All', { exact: true }).click();
  await page.getByRole('heading', { name: 'Best sellers' }).waitFor();
  // The span leaves out the sale of five days ago. A week or a month would contain that sale only
  // on some dates.
  await page.getByText('Any span').click();
  await page.getByLabel('First day').fill(dayText(Date.now() - 4 * dayMs));
  await until(
    async () => (await page.locator('main [role=status]').textContent())?.includes('to') === true,
  );
  await cellsOf(page, 'Best sellers', 2, ['20', '9']);
}

const tableOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

async function cellsOf(
  page: Page,
  title: string,
  column: number,
  texts: readonly string[],
): Promise<void> {
  await showsAll(tableOf(page, title).locator(`tbody td:nth-child(${column})`), texts);
}

/**
 * Downloads a report and parses it with semicolons, as an Italian Excel does: a comma is its
 * decimal separator.
 */
async function downloaded(page: Page, name: string): Promise<string[][]> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const text = readFileSync(await (await waiting).path(), 'utf8').replaceAll('\u00a0', ' ');
  return parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
}

test('reports and activity', { skip: noBrowser() }, async (t) => {
  const service = await startShop(t);
  const page = await openPage(t, service, {
    timezoneId: elsewhere,
    locale: 'it-IT',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const today = page.getByRole('navigation', { name: 'Today' }).getByRole('link');

  await t.test('Stock says what today is about, and leads to where one sees it', async () => {
    await showsAll(today, ['29 sold today', '0 run out in 7 days', '1 to order']);
    await today.first().click();
    await showsAll(page.locator('[data-entry]').getByRole('button'), [
      'Pet 2 (=Guppy)',
      'Pet 1 (Neon; "tetra")',
      'Pet 1 (Neon; "tetra")',
    ]);
    await page.getByText(`Days and times are the shop’s (${timezoneId})`).waitFor();
    await page.goBack();
    await today.last().click();
    await until(() =>
      tableOf(page, 'What to order').evaluate(
        (it) => it.getBoundingClientRect().top < innerHeight / 2,
      ),
    );
    await cellsOf(page, 'What to order', 1, ['Pet 4']);
  });

  const rows = page.locator('[data-entry]');
  const showsSums = (...texts: string[]) =>
    showsAll(page.locator('main dd').getByRole('button'), texts);
  const choose = (label: string, name: string) =>
    page.getByLabel(label, { exact: true }).selectOption(name);

  await t.test('the activity of today by person and reason, of a week and of one day', async () => {
    await page.goto(`${service.url}/#activity`);
    await showsAll(page.locator('main dt'), [
      'Sold',
      'Arrived',
      'Returned',
      'Damaged',
      'Died',
      'Other',
    ]);
    await showsSums('29', '6', '0', '2', '0', '0');
    await choose('Person', 'till-3');
    await showsSums('29', '6', '0', '2', '0', '−1');
    await choose('Reason', 'Arrival');
    await showsAll(rows.locator('[data-change]'), ['10 →to 16 (+6)']);
    await choose('Person', 'Everyone');
    await choose('Reason', 'No reason');
    await showsAll(page.locator('[data-why]'), ['No reason, by admin']);
    await clickButtons(page, 'Other 0: show only these');
    await showsAll(page.locator('[data-why]'), ['No reason, by admin', 'Count, by till-3']);
    await clickButtons(page, 'Other 0: show only these');
    await page.getByText('Last 7 days').click();
    await showsSums('34', '6', '0', '2', '0', '0');
    assert.equal(
      await page.getByRole('list', { name: 'Changes, newest first' }).getByRole('heading').count(),
      2,
    );
    await page.getByText('One day').click();
    await page.getByLabel('Day', { exact: true }).fill(dayText(Date.now() - 5 * dayMs));
    await showsSums('5', '0', '0', '0', '0', '0');
    await page.getByLabel('Day', { exact: true }).fill('2001-01-01');
    await page.getByText('No changes.').waitFor();
    await rows.first().waitFor({ state: 'detached' });
  });

  await t.test('what sells, runs out, lies, gets lost and is to be ordered', async () => {
    await openReports(page);
    await showsAll(page.locator('main dd').getByRole('link'), ['29', '6', '0', '2', '0', '+1']);
    await cellsOf(page, 'Best sellers', 1, ['=Guppy (pet 2)', 'Neon; "tetra" (pet 1)']);
    await cellsOf(page, 'Best sellers', 3, ['0', '5']);
    await cellsOf(page, 'Runs out first', 2, ['4', '20']);
    await cellsOf(page, 'Slow movers', 1, ['Pet 3', 'Pet 4', 'Pet 5']);
    const lost = ['Pet 3', '2', 'Damage', 'till-3', 'fell', 'Pet 3', '1', 'Count', 'till-3', ''];
    await showsAll(tableOf(page, 'Losses: table').locator('tbody td'), lost);
    await showsAll(tableOf(page, 'By cause').locator('tbody td'), ['Damage', '2', 'Count', '1']);
    await showsAll(tableOf(page, 'By person').locator('tbody td'), ['till-3', '3']);
    await cellsOf(page, 'What to order', 1, ['=Guppy (pet 2)', 'Pet 4']);
    await cellsOf(page, 'What to order', 2, ['104', '1']);
    assert.equal(await page.locator('figure rect[data-series=sold]').count(), 5);
    await page.getByText('Values', { exact: true }).click();
    await cellsOf(page, 'Sales and arrivals, values', 2, ['0', '0', '0', '0', '29']);
    await cellsOf(page, 'Sales and arrivals, values', 3, ['0', '0', '0', '0', '6']);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('button', { name: 'CSV: Best sellers' }).isVisible(), false);
    assert.equal(await page.getByRole('heading', { name: 'Losses' }).isVisible(), true);
    await page.emulateMedia({ media: 'screen' });
  });

  await t.test('tables sort, and their numbers lead to the entries behind them', async () => {
    await tableOf(page, 'Best sellers').getByRole('button', { name: 'Sold' }).click();
    await tableOf(page, 'Best sellers').getByRole('button', { name: 'Sold' }).click();
    await cellsOf(page, 'Best sellers', 2, ['9', '20']);
    await tableOf(page, 'Best sellers').getByRole('link', { name: '9', exact: true }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await showsAll(page.locator('[data-entry] [data-change]'), [
      '35 →to 36 (+1)',
      '45 →to 35 (−10)',
    ]);
    // The URL contains all filters, so a reload keeps them.
    await reload(page);
    await showsAll(page.locator('[data-entry] [data-change]'), [
      '35 →to 36 (+1)',
      '45 →to 35 (−10)',
    ]);
    await page.getByRole('button', { name: 'Only pet 1' }).click();
    await page.getByRole('button', { name: 'Damaged 2: show only these' }).click();
    await showsAll(page.locator('[data-entry]').getByRole('button'), ['Pet 3']);
    assert.match(page.url(), /reason=damage/);
    const [names = [], row = [], ...others] = await downloaded(page, 'Export');
    const wanted = ['Pet ID', 'Kind', 'Difference', 'Status', 'Reason', 'Note', 'Person'];
    const cells = wanted.map((name) => row[names.indexOf(name)]);
    assert.deepEqual(cells, ['3', 'Adjusted', '-2', 'Available', 'Damage', 'fell', 'till-3']);
    assert.deepEqual(others, []);
    await intercept(page, '**/inventory/history*', () => undefined);
    // The second half of a double click cancels nothing.
    await clickButtons(page, 'Export', 'Cancel');
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 1);
    await page.waitForTimeout(600);
    await clickButtons(page, 'Cancel');
    await page.getByRole('button', { name: 'Export' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await t.test(
    'an order is printed, copied, mailed, and received with nothing entered yet',
    async () => {
      await openReports(page);
      await page.getByLabel('Fewer days left than').fill('30');
      await cellsOf(page, 'What to order', 1, ['=Guppy (pet 2)', 'Neon; "tetra" (pet 1)', 'Pet 4']);
      await page.getByLabel('Enough for days').fill('10');
      await cellsOf(page, 'What to order', 2, ['24', '1', '1']);
      const [head, ...sold] = await downloaded(page, 'CSV: Best sellers');
      assert.deepEqual(head, ['Pet', 'Sold', 'Before', 'Per day', 'In stock']);
      const cells = sold.map((row) => row.with(3, row[3]?.replace(/^\d+(,\d+)?$/, 'number') ?? ''));
      assert.deepEqual(cells, [
        ["'=Guppy (pet 2)", '20', '0', 'number', '16'],
        ['Neon; "tetra" (pet 1)', '9', '5', 'number', '36'],
      ]);
      assert.match(String(sold), /\d,\d/);
      const list = '24 × =Guppy\n1 × Neon; "tetra"\n1 × Pet 4';
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('3 lines copied.').waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), list);
      const mail = new URL(
        (await page.getByRole('link', { name: 'Mail' }).getAttribute('href')) ?? '',
      );
      assert.equal(mail.searchParams.get('subject'), 'Order');
      assert.equal(mail.searchParams.get('body'), list.replaceAll('\n', '\r\n'));
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => {
        window.print = () => {
          const shown = [...document.querySelectorAll('main h3')].filter((heading) =>
            heading.checkVisibility(),
          );
          document.title = shown.map(({ textContent }) => textContent).join();
        };
      });
      await tableOf(page, 'What to order')
        .getByRole('button', { name: 'Print', includeHidden: true })
        .evaluate((it: HTMLElement) => it.click());
      assert.equal(await page.title(), 'What to order');
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('button', { name: 'Receive these' }).click();
      await page.getByRole('heading', { name: 'Receive' }).waitFor();
      await until(async () => (await page.locator('[data-line]').count()) === 3);
      assert.equal(await page.locator('[data-line="2"] input').first().inputValue(), '');
      await clickButtons(page, 'Save');
      await page.getByText('Enter how many of a pet have arrived.').waitFor();
      await page.locator('[data-line="2"] input').first().fill('3');
      await page.getByText('1 pet, 3 units').waitFor();
      await clickButtons(page, 'Save');
      await page.getByText('Delivery saved: 1 pet, 3 units.').waitFor();
      // Ordered pets that have not arrived yet stay on the list of the delivery.
      assert.equal(await page.locator('[data-line]').count(), 2);
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await page.getByText('Undone: 1 pet, 3 units.').waitFor();
    },
  );

  await t.test(
    'headline and activity follow what others sell, and an empty store has no reports',
    async () => {
      const sell = (units: number) =>
        service.call('POST', '/v1/inventory/2/adjustments', {
          body: { delta: -units, reason: 'sale' },
        });
      await page.goto(`${service.url}/#activity?range=day`);
      await showsSums('29', '6', '0', '2', '0', '0');
      await sell(7);
      await showsSums('36', '6', '0', '2', '0', '0');
      await rows.first().getByText('Sale, by admin').waitFor();
      await page.getByRole('button', { name: 'History of pet 2' }).first().click();
      await page.getByRole('dialog', { name: 'Pet 2' }).waitFor();
      await page.keyboard.press('Escape');
      await page.goto(`${service.url}/#stock`);
      // The browser remembers the settings of the order. With the default settings, pet 2 would not
      // be ordered yet.
      await showsAll(today, ['36 sold today', '0 run out in 7 days', '2 to order']);
      await sell(8);
      await showsAll(today, ['44 sold today', '1 runs out in 7 days', '2 to order']);
      for (const petId of [1, 2, 3, 4, 5]) await service.call('DELETE', `/v1/inventory/${petId}`);
      await today.first().waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Reports' }).click();
      await page.getByText('Any span').click();
      for (const label of ['First day', 'Last day'])
        await page.getByLabel(label).fill('2001-01-01');
      await page.getByText('There are no pets yet, so there is nothing to report.').waitFor();
      assert.equal(await page.getByText('Everything').count(), 0);
    },
  );
});
