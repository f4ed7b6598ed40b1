import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser/chromium.ts';
import { hasFocus, openPage, quantityOf, rowOf, setElsewhere, shows } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { addPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const pets = [
  { petId: 1n, quantity: 20 },
  { petId: 2n, quantity: 3 },
  { petId: 3n, quantity: 0, status: 'sold' },
  { petId: 10n, quantity: 7, status: 'pending' },
] as const;

test('live updates', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);
  const tile = (name: string) =>
    page.locator('.tile-main', { has: page.getByText(name, { exact: true }) }).locator('.tile-value');

  await subtest('the overview and the table follow every change', async () => {
    await shows(tile('Kinds'), '4');
    await shows(tile('Units'), '30');
    await shows(tile('Low stock'), '1');
    await shows(tile('Out of stock'), '1');
    await shows(page.locator('.status-list'), 'Available2Pending1Sold1');

    // Started before the change: on a slow machine the highlight may be gone by the time we look for it.
    const highlight = rowOf(page, 1).locator('.highlight').textContent();
    await setElsewhere(service, 1, 18);
    await shows(quantityOf(page, 1), '18');
    assert.equal(await highlight, '−2');
    await shows(tile('Units'), '28');
    await rowOf(page, 1).locator('.highlight').waitFor({ state: 'detached' });

    await addPets(service.store, [{ petId: 5n, quantity: 1 }]);
    await shows(quantityOf(page, 5), '1');
    await shows(tile('Kinds'), '5');
    await showsPets(page, ['1', '2', '3', '5', '10']);
    await service.call('DELETE', '/v1/inventory/5');
    await rowOf(page, 5).waitFor({ state: 'detached' });
    await shows(tile('Low stock'), '1');
  });

  await subtest('filters and sort orders follow a change', async () => {
    await page.getByRole('radio', { name: 'Out', exact: true }).click({ force: true });
    await showsPets(page, ['3']);
    await setElsewhere(service, 2, 0);
    await showsPets(page, ['2', '3']);
    await page.getByRole('radio', { name: 'Low' }).click({ force: true });
    await page.getByText('No matching pets').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await hasFocus(page, 1);

    await setElsewhere(service, 2, 3);
    const sort = page.getByRole('columnheader', { name: 'Quantity' });
    await sort.getByRole('button').click();
    await showsPets(page, ['3', '2', '10', '1']);
    await sort.getByRole('button').click();
    await showsPets(page, ['1', '10', '2', '3']);
    assert.equal(await sort.getAttribute('aria-sort'), 'descending');
    await setElsewhere(service, 3, 500);
    await showsPets(page, ['3', '1', '10', '2']);
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
    await showsPets(page, ['1', '2', '10', '3']);
    await page.getByRole('radio', { name: 'Pending' }).click({ force: true });
    await showsPets(page, ['10']);
  });

  await subtest('filters, search, sort order and the low-stock threshold survive a reload', async () => {
    await page.getByLabel('up to').fill('7');
    await shows(tile('Low stock'), '2');
    await page.getByRole('button', { name: /^Low stock/ }).click();
    await showsPets(page, ['2', '10']);
    await page.getByRole('columnheader', { name: 'Quantity' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Quantity' }).getByRole('button').click();
    await page.getByRole('searchbox').fill('1');
    await page.waitForURL(`${service.url}/?stock=low&search=1&sort=-quantity`);
    await page.reload();
    await showsPets(page, ['10']);
    assert.equal(await page.getByLabel('up to').inputValue(), '7');
    assert.equal(await page.getByRole('searchbox').inputValue(), '1');
    await page.getByRole('button', { name: /^Low stock/ }).click();
    await showsPets(page, ['1', '10']);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('columnheader', { name: 'Pet' }).getByRole('button').click();
    await page.waitForURL(`${service.url}/`);
  });
});

/** In the order on screen. */
async function showsPets(page: Page, pets: readonly string[]): Promise<void> {
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.row')]
        .map((row) => ({ pet: row.getAttribute('data-pet'), y: row.getBoundingClientRect().y }))
        .sort((one, other) => one.y - other.y)
        .map(({ pet }) => pet)
        .join(),
    );
  await until(
    async () => (await shown()) === pets.join(),
    async () => `${pets.join()} expected, ${await shown()} shown`,
  );
}

test('after a clock that was ahead, the page says until when its time is recorded', {
  skip: noBrowser(),
}, async (t) => {
  let shiftMs = 0;
  const service = await startService(t, { pets, now: () => Date.now() + shiftMs });
  const page = await openPage(t, service);
  const notice = page.getByText('The clock of the service was ahead');
  assert.equal(await notice.count(), 0);
  shiftMs = 3 * 86_400_000;
  await setElsewhere(service, 1, 18);
  shiftMs = 0;
  await page.reload();
  await notice.waitFor();
  const at = new Date(Date.now() + 3 * 86_400_000).getFullYear();
  assert.match(
    (await notice.textContent()) ?? '',
    new RegExp(`Until .*${at}.*, every change is recorded with that time`),
  );
});
