import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ledgerOf, openPage, quantityOf, rowOf, setElsewhere, shows } from '../support/browser.ts';
import { noBrowser } from '../support/chromium.ts';
import { createKey } from '../support/keys.ts';
import { startService } from '../support/service.ts';

test('two people change the same pet', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((petId) => ({ petId, quantity: 97 }));
  const service = await startService(t, { pets });
  const secret = await createKey(service.store, { name: 'till-3', scope: 'write' });

  const mine = await openPage(t, service);
  await deafen(mine);
  const theirs = await openPage(t, service, { secret });

  /** Mine wants 100. Theirs, in another browser, has made it 90 before mine is saved. */
  async function collide(petId: number): Promise<Page> {
    await rowOf(mine, petId).click();
    await mine.keyboard.type('100');
    await rowOf(theirs, petId).click();
    await theirs.keyboard.type('90');
    await theirs.getByRole('radio', { name: 'damage' }).click();
    await theirs.getByLabel('Note').fill('wet');
    await theirs.keyboard.press('Enter');
    await shows(quantityOf(theirs, petId), '90');
    await mine.getByLabel('Note').press('Enter');
    await mine.getByText('This pet has been changed meanwhile').waitFor();
    await shows(mine.locator('.conflict li'), 'till-3, just now: 97 →to 90 (−7), damage, “wet”');
    await mine.getByText('You began with 97 and wanted 100 (+3).').waitFor();
    return mine;
  }

  await t.test('keep theirs', async () => {
    const page = await collide(1);
    await page.getByRole('button', { name: 'Keep theirs 90' }).click();
    await page.locator('.editor').waitFor({ state: 'detached' });
    assert.deepEqual(
      (await ledgerOf(service, 1)).map(({ after }) => after),
      [90, 97],
    );
  });

  await t.test('use mine', async () => {
    const page = await collide(2);
    await page.getByRole('button', { name: 'Use mine 100' }).click();
    await shows(quantityOf(page, 2), '100');
    const [last] = await ledgerOf(service, 2);
    assert.deepEqual([last?.kind, last?.before, last?.after, last?.key], ['set', 90, 100, 'admin']);
  });

  await t.test('apply my difference', async () => {
    const page = await collide(3);
    await page.getByRole('button', { name: 'Apply my difference 90 + 3 = 93' }).click();
    await shows(quantityOf(page, 3), '93');
    const [last] = await ledgerOf(service, 3);
    assert.deepEqual([last?.kind, last?.before, last?.after, last?.key], ['adjust', 90, 93, 'admin']);
  });

  await t.test('and once more while the question is on the screen', async () => {
    const page = await collide(4);
    await setElsewhere(service, 4, 80);
    await page.getByRole('button', { name: 'Apply my difference' }).click();
    await page.getByRole('button', { name: 'Apply my difference 80 + 3 = 83' }).click();
    await shows(quantityOf(page, 4), '83');
  });

  const page = await openPage(t, service);

  await t.test('the stream asks as soon as it happens, and keeps what was typed', async () => {
    await rowOf(page, 5).click();
    await page.keyboard.type('100');
    await setElsewhere(service, 5, 95);
    await page.getByText('This pet has been changed meanwhile').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '100');
    await page.getByRole('button', { name: 'Apply my difference 95 + 3 = 98' }).click();
    await shows(quantityOf(page, 5), '98');
  });

  await t.test('where nothing was typed yet, the new number is just there', async () => {
    await rowOf(page, 6).click();
    await setElsewhere(service, 6, 40);
    await shows(page.locator('.outlook'), 'Now 40');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 6: 40 → 41 (+1)').waitFor();
  });

  await t.test('a pet that was removed cannot be saved, and what was typed can still be read', async () => {
    await rowOf(page, 7).click();
    await page.keyboard.type('100');
    assert.equal((await service.call('DELETE', '/v1/inventory/7')).status, 204);
    await page.getByText('This pet has been removed meanwhile').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '100');
    await page.getByRole('button', { name: 'Leave' }).click();
    await rowOf(page, 7).waitFor({ state: 'detached' });
  });
});

/** Without the stream, only the service's refusal can tell that somebody was faster. */
async function deafen(page: Page): Promise<void> {
  await page.route('**/inventory/events*', (route) => route.abort());
  await page.reload();
  await page.getByText('Offline.').waitFor();
  await page.getByRole('grid').waitFor();
}
