import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser/chromium.ts';
import { ledgerOf, openPage, quantityOf, rowOf, setElsewhere, shows, signInAs } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('putting a pet back to an earlier quantity', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 3n, 4n].map((petId) => ({ petId, quantity: 12 }));
  const service = await startService(t, { pets });

  await t.test('asks in place, sets the quantity and can be undone, on a phone', async (t) => {
    const page = await openPage(t, service, phone);
    const petId = 1;
    await setElsewhere(service, petId, 40);
    await setElsewhere(service, petId, 3);
    await shows(quantityOf(page, petId), '3');
    const dialog = await openHistoryOf(page, petId);
    await dialog.getByText('No earlier changes.').waitFor();
    // Not for the quantity that it has already.
    assert.equal(await dialog.getByRole('button', { name: /^Put back to/ }).count(), 2);
    await dialog.getByRole('button', { name: /^Put back to 12,/ }).click();
    await shows(dialog.locator('.put-back .quantity-change'), '3 →to 12 (+9)');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.locator('[data-put-back]:focus').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Put back', exact: true }).click();
    await page.getByText(`Pet ${petId}: 3 → 12 (+9)`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`Undone: pet ${petId} is back at 3.`).waitFor();
    const [, entry] = await ledgerOf(service, petId);
    assert.deepEqual([entry?.kind, entry?.before, entry?.after, entry?.reason], ['set', 3, 12, 'adjustment']);
    assert.match(entry?.note ?? '', /^put back to 12 of \d+ \w+ \d\d:\d\d$/);
    await dialog.getByText(entry?.note ?? '').waitFor();
  });

  const page = await openPage(t, service);
  const subtest = await subtestsOf(t, service, page);

  await subtest(
    'is not offered for a pet that is gone, nor for the time when it was, nor to a key that reads',
    async () => {
      await setElsewhere(service, 4, 5);
      const secret = await createKey(service.store, { name: 'window', scope: 'read' });
      await signInAs(page, secret);
      const dialog = await openHistoryOf(page, 4);
      await dialog.getByText('No earlier changes.').waitFor();
      assert.equal(await dialog.getByRole('button', { name: /^Put back/ }).count(), 0);
      await page.keyboard.press('Escape');
      await signInAs(page, service.secret);
      await openHistoryOf(page, 4);
      await dialog.getByRole('button', { name: /^Put back to 12,/ }).waitFor();
      assert.equal((await service.call('DELETE', '/v1/inventory/4')).status, 204);
      await dialog.getByRole('button', { name: /^Put back/ }).waitFor({ state: 'detached' });
      const body = { quantity: 8, status: 'available' };
      assert.equal((await service.call('PUT', '/v1/inventory/4', { body })).status, 201);
      // Back to 5 and to 12, and not to the removal.
      await dialog.getByRole('button', { name: /^Put back to 5,/ }).waitFor();
      assert.equal(await dialog.getByRole('button', { name: /^Put back/ }).count(), 2);
      await page.keyboard.press('Escape');
    },
  );

  await subtest('a change by another user comes first', async () => {
    await setElsewhere(service, 3, 50);
    const dialog = await openHistoryOf(page, 3);
    await dialog.getByRole('button', { name: /^Put back to 12,/ }).click();
    await setElsewhere(service, 3, 30);
    await dialog.getByText('Changed meanwhile by admin: 50').waitFor();
    await shows(dialog.locator('.put-back > p'), 'Put back? 30 →to 12 (−18)');
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    assert.equal((await ledgerOf(service, 3))[0]?.after, 30);

    // Without the event stream, the service's refusal tells.
    await page.route('**/inventory/events*', (route) => route.abort());
    await page.reload();
    await page.getByText('Offline.').waitFor();
    const again = await openHistoryOf(page, 3);
    await again.getByRole('button', { name: /^Put back to 12,/ }).click();
    await setElsewhere(service, 3, 31);
    await again.getByRole('button', { name: 'Put back', exact: true }).click();
    await again.getByText('Changed meanwhile by admin: 30').waitFor();
    assert.equal((await ledgerOf(service, 3))[0]?.after, 31);
    await again.getByRole('button', { name: 'Put back anyway' }).click();
    await page.getByText('Pet 3: 31 → 12 (−19)').waitFor();
  });
});

async function openHistoryOf(page: Page, petId: number) {
  await quantityOf(page, petId).waitFor();
  await rowOf(page, petId).focus();
  await page.keyboard.press('h');
  return page.getByRole('dialog', { name: `Pet ${petId}` });
}
