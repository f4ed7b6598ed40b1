import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { limits } from '../../src/limits.ts';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, showsAll } from '../support/browser/page.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;

/** A time zone in which it is about noon, so that no test runs over midnight. */
const hoursFromNoon = new Date().getUTCHours() - 12;
const timezoneId = hoursFromNoon === 0 ? 'UTC' : `Etc/GMT${hoursFromNoon > 0 ? '+' : ''}${hoursFromNoon}`;

test('activity', { skip: noBrowser() }, async (t) => {
  let shiftMs = -30 * dayMs;
  const service = await startService(t, { pets: [], now: () => Date.now() + shiftMs });
  const till = { authorization: `Bearer ${await createKey(service.store, { name: 'till-3', scope: 'write' })}` };
  const send = async (body: unknown) =>
    assert.equal((await service.call('PATCH', '/v1/inventory', { body })).status, 200);
  const adjust = async (petId: number, delta: number, reason: string | undefined, headers = {}) => {
    const options = { body: { delta, reason }, headers };
    assert.equal((await service.call('POST', `/v1/inventory/${petId}/adjustments`, options)).status, 200);
  };
  const petIds = Array.from({ length: limits.batchRowsMax }, (_, index) => index + 1);
  await send(petIds.map((petId) => ({ petId, quantity: 100, status: 'available' })));
  shiftMs = -3 * dayMs;
  await adjust(1, -7, 'sale', till);
  await adjust(2, 40, 'arrival');
  shiftMs = 0;
  await adjust(1, -2, 'sale', till);
  await adjust(2, -3, 'sale', till);
  await adjust(3, -4, 'sale');
  await adjust(3, 12, 'arrival');
  await adjust(4, -1, 'damage');
  await adjust(5, 1, 'return', till);
  await adjust(5, -6, 'adjustment');
  await adjust(5, 1, undefined);

  const page = await openPage(t, service, { timezoneId });

  await t.test(
    'sums of the day, of 7 days and of one person, then a change as it happens, and many changes',
    async () => {
      await showsSums(page);
      await page.keyboard.press('Escape');
      await sums(page, ['Sold9', 'Arrived12', 'Returned1', 'Damaged1', 'Other−5']);
      await adjust(4, -5, 'sale', till);
      await sums(page, ['Sold14', 'Arrived12', 'Returned1', 'Damaged1', 'Other−5']);
      await page.locator('.activity-row').first().getByText('Sale, by till-3').waitFor();
      // Many changes are loaded in steps, the sums say so, and 5,000 are printed.
      await page.goto('about:blank');
      const rows = petIds.map((petId) => ({ petId, delta: 1, reason: 'arrival' }));
      for (const count of [1_000, 1_000, 1_000, 1_000, 1_000, 50]) await send(rows.slice(0, count));
      await page.goto(`${service.url}/#activity`);
      await page.getByText('These are the newest 5,000 changes; there are earlier ones.').waitFor();
      await sums(page, ['Sold0', 'Arrived5,000', 'Returned0', 'Damaged0', 'Other0']);
      assert.equal(await page.locator('.activity-row').count(), 100);
      await page.getByRole('button', { name: 'Show more' }).click();
      await until(async () => (await page.locator('.activity-row').count()) === 200);
      await page.getByRole('button', { name: 'Load them' }).click();
      await sums(page, ['Sold14', 'Arrived5,062', 'Returned1', 'Damaged1', 'Other−5']);
      assert.equal(await page.getByText('there are earlier ones').count(), 0);
      await page.emulateMedia({ media: 'print' });
      await until(async () => (await page.locator('.activity-row').count()) === 5_000);
      assert.equal(await page.getByText('Only the newest 5,000 changes are printed').isVisible(), true);
      await page.emulateMedia({ media: 'screen' });
      await until(async () => (await page.locator('.activity-row').count()) === 200);
    },
  );
});

async function showsSums(page: Page): Promise<void> {
  const refusals: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  await openActivity(page);
  await sums(page, ['Sold9', 'Arrived12', 'Returned1', 'Damaged1', 'Other−5']);
  await showsAll(page.locator('.activity-row .link'), [
    'Pet 5',
    'Pet 5',
    'Pet 5',
    'Pet 4',
    'Pet 3',
    'Pet 3',
    'Pet 2',
    'Pet 1',
  ]);
  await choose(page, 'Person', 'till-3');
  await sums(page, ['Sold5', 'Arrived0', 'Returned1', 'Damaged0', 'Other0']);
  await choose(page, 'Reason', 'Sale');
  await showsAll(page.locator('.activity-row .quantity-change'), [
    /* newest first */ '140 →to 137 (−3)',
    '93 →to 91 (−2)',
  ]);
  await choose(page, 'Person', 'Everyone');
  await choose(page, 'Reason', 'No reason');
  await showsAll(page.locator('.activity-why'), ['No reason, by admin']);
  await choose(page, 'Reason', 'Any reason');
  await page.getByRole('button', { name: 'Other −5: show only these' }).click();
  await showsAll(page.locator('.activity-why'), ['No reason, by admin', 'Adjustment, by admin']);
  await page.getByRole('button', { name: 'Other −5: show only these' }).click();

  await page.getByText('Last 7 days').click();
  await sums(page, ['Sold16', 'Arrived52', 'Returned1', 'Damaged1', 'Other−5']);
  assert.equal(await page.locator('.activity-list h3').count(), 2);

  await page.getByText('One day').click();
  const day = new Date(Date.now() - 3 * dayMs).toLocaleDateString('sv', { timeZone: timezoneId });
  await page.getByLabel('Day', { exact: true }).fill(day);
  await sums(page, ['Sold7', 'Arrived40', 'Returned0', 'Damaged0', 'Other0']);
  await page.getByLabel('Day', { exact: true }).fill('2001-01-01');
  await page.getByText('No changes.').waitFor();

  await page.getByText('Today').click();
  await page.getByRole('button', { name: 'History of pet 4' }).click();
  await page.getByRole('dialog', { name: 'Pet 4' }).waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
  }
  assert.deepEqual(refusals, []);
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `${label}: ` }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

async function openActivity(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
}

/** Each tile's name and units. */
async function sums(page: Page, texts: readonly string[]): Promise<void> {
  const shown = () =>
    page
      .locator('.sums .tile')
      .evaluateAll((tiles) =>
        tiles.map(
          (tile) => `${tile.querySelector('dt')?.textContent}${tile.querySelector('.tile-value')?.textContent}`,
        ),
      );
  await until(
    async () => JSON.stringify(await shown()) === JSON.stringify(texts),
    async () => `${JSON.stringify(texts)} were expected, ${JSON.stringify(await shown())} are there`,
  );
}
