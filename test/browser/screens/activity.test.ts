import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../src/limits.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage, showsAll } from '../../support/browser/page.ts';
import { dayMs, dayText, elsewhere, timezoneId } from '../../support/browser/shop-days.ts';
import { startService } from '../../support/service/service.ts';
import { createKey } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

test('activity', { skip: noBrowser() }, async (t) => {
  let shiftMs = -30 * dayMs;
  const service = await startService(t, {
    pets: [],
    now: () => Date.now() + shiftMs,
    settings: { TIME_ZONE: timezoneId },
  });
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
  await adjust(3, 12, 'arrival');
  await adjust(4, -1, 'damage');
  await adjust(5, 1, 'return', till);
  await adjust(5, -6, 'adjustment');
  await adjust(5, 1, undefined);

  // The days are the shop's, although it is another day where the browser is.
  const page = await openPage(t, service, { timezoneId: elsewhere });
  await page.getByRole('link', { name: 'Activity' }).click();
  const rows = page.locator('.activity-row');
  const sums = (...texts: string[]) => showsAll(page.locator('.sums .tile-value'), texts);
  const choose = (label: string, name: string) => page.getByLabel(label, { exact: true }).selectOption(name);

  await t.test('sums and changes of today, by person and reason, as they happen', async () => {
    await showsAll(page.locator('.sums dt'), ['Sold', 'Arrived', 'Returned', 'Damaged', 'Other']);
    await sums('5', '12', '1', '1', '−5');
    const pets = ['Pet 5', 'Pet 5', 'Pet 5', 'Pet 4', 'Pet 3', 'Pet 2', 'Pet 1'];
    await showsAll(rows.locator('.link'), pets);
    await choose('Person', 'till-3');
    await sums('5', '0', '1', '0', '0');
    await choose('Reason', 'Sale');
    await showsAll(rows.locator('.quantity-change'), ['140 →to 137 (−3)', '93 →to 91 (−2)']);
    await choose('Person', 'Everyone');
    await choose('Reason', 'No reason');
    await showsAll(page.locator('.activity-why'), ['No reason, by admin']);
    await choose('Reason', 'Any reason');
    const others = page.getByRole('button', { name: 'Other −5: show only these' });
    await others.click();
    await showsAll(page.locator('.activity-why'), ['No reason, by admin', 'Adjustment, by admin']);
    await others.click();
    await adjust(4, -5, 'sale', till);
    await sums('10', '12', '1', '1', '−5');
    await rows.first().getByText('Sale, by till-3').waitFor();
    await page.getByRole('button', { name: 'History of pet 4' }).first().click();
    await page.getByRole('dialog', { name: 'Pet 4' }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a week, and one day', async () => {
    await page.getByText('Last 7 days').click();
    await sums('17', '52', '1', '1', '−5');
    assert.equal(await page.locator('.activity-list h3').count(), 2);
    await page.getByText('One day').click();
    await page.getByLabel('Day', { exact: true }).fill(dayText(Date.now() - 3 * dayMs));
    await sums('7', '40', '0', '0', '0');
    await page.getByLabel('Day', { exact: true }).fill('2001-01-01');
    await page.getByText('No changes.').waitFor();
  });

  await t.test('many changes are loaded in steps, the sums say so, and 5,000 are printed', async () => {
    await page.goto('about:blank');
    const arrivals = petIds.map((petId) => ({ petId, delta: 1, reason: 'arrival' }));
    for (const count of [1_000, 1_000, 1_000, 1_000, 1_000, 50]) await send(arrivals.slice(0, count));
    // The clock of the device may be wrong: what the page asks for must not be refused.
    await page.clock.setSystemTime(Date.now() + 60_000);
    await page.goto(`${service.url}/#activity`);
    await page.getByText('These are the newest 5,000 changes; there are earlier ones.').waitFor();
    await sums('0', '5,000', '0', '0', '0');
    assert.equal(await rows.count(), 100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await until(async () => (await rows.count()) === 200);
    await page.getByRole('button', { name: 'Load them' }).click();
    await sums('10', '5,062', '1', '1', '−5');
    assert.equal(await page.getByText('there are earlier ones').count(), 0);
    await page.emulateMedia({ media: 'print' });
    await until(async () => (await rows.count()) === 5_000);
    assert.equal(await page.getByText('Only the newest 5,000 changes are printed').isVisible(), true);
  });
});
