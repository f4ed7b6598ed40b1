import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  hasFocus,
  openPage,
  quantityOf,
  reloadWithoutEvents,
  rowOf,
  setElsewhere,
  shows,
  showsAll,
  signInAs,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { createKey } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

async function openHistoryOf(page: Page, petId: number) {
  await quantityOf(page, petId).waitFor();
  await rowOf(page, petId).focus();
  await page.keyboard.press('h');
  return page.getByRole('dialog', { name: `Pet ${petId}` });
}

test('the history of a pet', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [1n, 2n, 3n, 4n].map((petId) => ({ petId, quantity: 10 })) });
  for (let quantity = 1; quantity <= 70; quantity++) await setElsewhere(service, 1, quantity);
  const page = await openPage(t, service, { mayBeRefused: true });

  await t.test('lists changes newest first, and draws a chart from which values can be read', async () => {
    const dialog = await openHistoryOf(page, 1);
    const entries = dialog.getByRole('listitem');
    await until(async () => (await entries.count()) === 50);
    await shows(entries.first().locator('.quantity-change'), '69 →to 70 (+1)');
    await dialog.getByText('Set by admin, damage').first().waitFor();
    await showsAll(dialog.locator('.chart-scale span'), ['70', '35', '0']);
    await setElsewhere(service, 1, 71);
    await showsAll(dialog.locator('.chart-scale span'), ['72', '36', '0']);
    await shows(entries.first().locator('.quantity-change'), '70 →to 71 (+1)');
    const caption = dialog.locator('figcaption');
    const chart = dialog.getByRole('img');
    const box = await chart.boundingBox();
    assert.ok(box !== null);
    // The first of the 50 changes that are shown has led to 21, the last to 71.
    for (const [x, value] of [
      [box.x, '21'],
      [box.x + box.width, '71'],
    ] as const) {
      await page.mouse.move(x, box.y + box.height / 2);
      await shows(caption.locator('strong'), value);
    }
    assert.match((await caption.textContent()) ?? '', /^71 since \S+ \d+, \d{4}, \d+:\d\d\s[AP]M$/);

    await dialog.getByRole('button', { name: 'Load more' }).click();
    await until(async () => (await entries.count()) === 72);
    await shows(entries.last().locator('.quantity-change'), '10 (+10)');
    assert.equal(await dialog.getByRole('button', { name: 'Load more' }).count(), 0);
    const description = (await chart.getAttribute('aria-label')) ?? '';
    assert.match(description, /^Quantity of pet\s1 since .+, 72 changes: lowest 1, highest 71, now 71\.$/);
    await page.keyboard.press('Escape');
    await hasFocus(page, 1);
  });

  await t.test('puts a pet back to an earlier quantity after a question, and undoes that', async () => {
    await setElsewhere(service, 2, 40);
    await setElsewhere(service, 2, 3);
    await shows(quantityOf(page, 2), '3');
    const dialog = await openHistoryOf(page, 2);
    await dialog.getByText('No earlier changes.').waitFor();
    // The third entry has no such button, because the pet has its quantity already.
    assert.equal(await dialog.getByRole('button', { name: /^Put back to/ }).count(), 2);
    await dialog.getByRole('button', { name: /^Put back to 10,/ }).click();
    const question = page.getByRole('dialog', { name: 'Put back to 10?' });
    await shows(question.locator('.quantity-change'), '3 →to 10 (+7)');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await dialog
      .getByRole('button', { name: /^Put back to 10,/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Put back', exact: true }).click();
    await page.getByText('Pet 2: 3 → 10 (+7)').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: pet 2 is back at 3.').waitFor();
    const [, change = ''] = await changesOf(service, 2);
    const note = /put back to 10 of \w+ \d+, \d{4}, \d+:\d\d\s[AP]M$/.exec(change)?.[0] ?? '';
    assert.equal(change, `set 3 → 10, adjustment: ${note}`);
    await dialog.getByText(note).waitFor();
    // The notification may still have the focus.
    await dialog.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await t.test('offers that neither to a key that can only read, nor while the pet is removed', async () => {
    await setElsewhere(service, 4, 5);
    await signInAs(page, await createKey(service.store, { name: 'window', scope: 'read' }));
    const dialog = await openHistoryOf(page, 4);
    const putBack = dialog.getByRole('button', { name: /^Put back/ });
    await dialog.getByText('No earlier changes.').waitFor();
    assert.equal(await putBack.count(), 0);
    await page.keyboard.press('Escape');
    await signInAs(page, service.secret);
    await openHistoryOf(page, 4);
    await putBack.waitFor();
    assert.equal((await service.call('DELETE', '/v1/inventory/4')).status, 204);
    await putBack.waitFor({ state: 'detached' });
    const body = { quantity: 8, status: 'available' };
    assert.equal((await service.call('PUT', '/v1/inventory/4', { body })).status, 201);
    // The pet can be put back to 5 and to 10, and not to its removal.
    await until(async () => (await putBack.count()) === 2);
    await page.keyboard.press('Escape');
  });

  await t.test('shows a change by another user first, from the event stream or the refusal', async () => {
    await setElsewhere(service, 3, 50);
    const dialog = await openHistoryOf(page, 3);
    await dialog.getByRole('button', { name: /^Put back to 10,/ }).click();
    await setElsewhere(service, 3, 30);
    const question = page.getByRole('dialog', { name: 'Put back to 10?' });
    await question.getByText('Changed meanwhile by admin: 50').waitFor();
    await shows(question.locator('.quantity-change').last(), '30 →to 10 (−20)');
    await question.getByRole('button', { name: 'Cancel' }).click();

    await reloadWithoutEvents(page);
    await openHistoryOf(page, 3);
    await dialog.getByRole('button', { name: /^Put back to 10,/ }).click();
    await setElsewhere(service, 3, 31);
    await question.getByRole('button', { name: 'Put back', exact: true }).click();
    await question.getByText('Changed meanwhile by admin: 30').waitFor();
    assert.equal((await changesOf(service, 3))[0], 'set 30 → 31, damage');
    await question.getByRole('button', { name: 'Put back anyway' }).click();
    await page.getByText('Pet 3: 31 → 10 (−21)').waitFor();
  });
});
