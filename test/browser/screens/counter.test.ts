import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  openPage,
  pressKeys,
  reload,
  rowOf,
  scan,
  setDetails,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { openList, petField, saveList, showsLines } from '../lists.ts';

const petIds = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110] as const;
const codeOf = (petId: number) => `40063813${petId}00`;
const tenSold = 'Sold: 10 pets, 10 units.';

const pets = [
  ...petIds.map((petId) => ({ petId: BigInt(petId), quantity: 50 })),
  { petId: 200n, quantity: 5, status: 'pending' },
  { petId: 201n, quantity: 5, status: 'sold' },
] as const;

test('one field for scanners, keyboards and fingers', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  await setDetails(
    service,
    Object.fromEntries(petIds.map((petId) => [petId, { barcode: codeOf(petId) }])),
  );
  const page = await openPage(t, service, { mayBeRefused: true });
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Sell' }).click();
  await petField(page).waitFor();

  await t.test('ten pets are sold with ten scans and one key', async () => {
    for (const petId of petIds) await scan(page, codeOf(petId), { keyMs: 2 });
    await page.keyboard.press('Control+Enter');
    await page.getByText(tenSold).waitFor();
  });

  await t.test('ten pets with IDs of three digits are sold with 41 keys', async () => {
    await petField(page).waitFor();
    const keys = petIds.flatMap((petId) => [...String(petId), 'Enter']);
    assert.equal([...keys, 'Control+Enter'].length, 41);
    await pressKeys(page, [...keys, 'Control+Enter'], { pauseMs: 20 });
    // The notification of the first sale may still be there, so the test looks at the ledger.
    await until(async () => (await changesOf(service, 110))[0] === 'adjust 49 → 48, sale');
  });

  await t.test('a scanner of any speed, with any suffix, enters its pet', async () => {
    for (const keyMs of [2, 35, 60, 200]) {
      for (const end of [['Enter'], ['Enter', 'Enter'], ['Tab']]) {
        await pressKeys(page, [...codeOf(101), ...end], { pauseMs: keyMs });
        await petField(page).waitFor();
      }
    }
    await showsLines(page, '101: 12');
    await discard(page);
  });

  await t.test('a code that comes in two parts is one code', async () => {
    const code = codeOf(102);
    await pressKeys(page, [...code.slice(0, 5)], { pauseMs: 5 });
    await page.waitForTimeout(400);
    await pressKeys(page, [...code.slice(5), 'Enter'], { pauseMs: 5 });
    await showsLines(page, '102: 1');
    await discard(page);
  });

  await t.test('what is entered while a sale is saved belongs to the next one', async () => {
    await scan(page, codeOf(103));
    await pressKeys(page, ['Control+Enter', ...codeOf(104), 'Enter'], { pauseMs: 1 });
    await page.getByText('Sold: 1 pet, 1 unit.').waitFor();
    await showsLines(page, '104: 1');
    await discard(page);
  });

  await t.test('the field has the focus after every step', async () => {
    await scan(page, codeOf(105));
    await page.getByText('Add a note').click();
    await petField(page).waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await petField(page).waitFor();
    assert.equal(await petField(page).inputValue(), '1');
    await reload(page);
    await petField(page).waitFor();
    assert.equal(await petField(page).inputValue(), '1');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Pet 105 from the list' }).click();
    await petField(page).waitFor();
  });

  await t.test('a pending or sold pet asks before it is sold', async () => {
    await typeLines(page, '200', '201');
    await page.locator('[data-line="200"]').getByText('Marked as pending.').waitFor();
    await page.locator('[data-line="201"]').getByText('Marked as sold.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 lines need your attention').waitFor();
    assert.equal((await changesOf(service, 200)).length, 1);
    for (const petId of [200, 201])
      await page
        .locator(`[data-line="${petId}"]`)
        .getByRole('button', { name: 'Sell it anyway' })
        .click();
    await petField(page).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sold: 2 pets, 2 units.').waitFor();
    assert.equal((await changesOf(service, 201))[0], 'adjust 5 → 4, sale');
  });

  await t.test('Enter that is held, or comes twice, answers no question', async () => {
    await openList(page, 'receiving');
    await typeLines(page, '106');
    await pressKeys(page, [...'60000*', 'Enter', 'Enter', 'Enter', 'Enter'], { pauseMs: 20 });
    await page.getByText('Is 60,000 right?').waitFor();
    await showsLines(page, '106: 1');
    await page.keyboard.press('Escape');
    await discard(page);
  });

  await t.test('a new pet is a line of the delivery, and exists once that is saved', async () => {
    await scan(page, '5901234123457');
    await page.getByRole('option', { name: 'Add this pet…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a pet' });
    await dialog.getByLabel('Name').fill('Newt');
    await dialog.getByLabel('Quantity').fill('4');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await showsLines(page, '202: 4');
    assert.equal((await service.call('GET', '/v1/inventory/202')).status, 404);
    await petField(page).waitFor();
    await scan(page, '5901234123457');
    await showsLines(page, '202: 5');
    // The next new pet of the same delivery gets another ID.
    await scan(page, '4006381333931');
    await page.getByRole('option', { name: 'Add this pet…' }).click();
    const shown = () => dialog.getByLabel('ID', { exact: true }).inputValue();
    await until(async () => (await shown()) === '203');
    await dialog.getByLabel('ID', { exact: true }).fill('202');
    await dialog.getByText('Pet 202 already exists.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await saveList(page, 'Delivery saved: 1 pet, 5 units.');
    const item = (await (await service.call('GET', '/v1/inventory/202')).json()) as object;
    assert.partialDeepStrictEqual(item, { quantity: 5, status: 'available' });
    const details = await (await service.call('GET', '/v1/inventory/202/details')).json();
    assert.partialDeepStrictEqual(details as object, { name: 'Newt', barcode: '5901234123457' });
  });

  await t.test('each of several changes can be undone', async () => {
    await page.getByRole('link', { name: 'Stock' }).click();
    for (const petId of [107, 108]) {
      await page.keyboard.press('/');
      await typeLines(page, String(petId), '-1');
      await page.getByText(`Pet ${petId}:`).waitFor();
    }
    await page
      .getByRole('alertdialog')
      .filter({ hasText: 'Pet 107' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('Undone: pet 107 is now 48.').waitFor();
  });

  await t.test('F6 leads to the notification and back', async () => {
    await page.getByRole('searchbox').fill('');
    await rowOf(page, 109).focus();
    await page.keyboard.press('F6');
    await page.locator('[data-toasts] button:focus').waitFor();
    await page.keyboard.press('F6');
    await page.locator('[data-pet="109"]:focus').waitFor();
  });
});

test('a phone sells ten pets with at most twelve taps', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  const page = await openPage(t, service, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  let taps = 0;
  const tap = async (name: string, role: 'button' | 'link') => {
    taps++;
    await page.getByRole(role, { name, exact: true }).tap();
  };
  await tap('Sell', 'link');
  await page.getByRole('list', { name: 'Often entered' }).waitFor();
  for (const petId of petIds) await tap(`pet ${petId}`, 'button');
  assert.equal(await page.locator('input:focus').count(), 0, 'no keyboard over the list');
  await tap('Sell', 'button');
  await page.getByText(tenSold).waitFor();
  assert.ok(taps <= 12, `${taps} taps`);
  await page.getByRole('link', { name: 'Stock' }).tap();
  await rowOf(page, 101).tap();
  await page.getByRole('button', { name: 'Decrease' }).tap();
  await page.getByRole('button', { name: 'Save' }).tap();
  await until(async () => (await changesOf(service, 101))[0] === 'adjust 49 → 48, sale');
});

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: /^Discard \d+ lines?\?$/ }).click();
  await showsLines(page);
  await petField(page).waitFor();
}
