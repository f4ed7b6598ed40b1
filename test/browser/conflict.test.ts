import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { ledgerOf, openPage, quantityOf, rowOf, setElsewhere, shows, signInAs } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const pets = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n].map((petId) => ({ petId, quantity: 97 }));

test('two users change the same pet, without the event stream', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  const secret = await createKey(service.store, { name: 'till-3', scope: 'write' });
  const mine = await openPage(t, service, { secret: null });
  /** A conflict shows only when the service refuses the save. */
  const load = async () => {
    await mine.route('**/inventory/events*', (route) => route.abort());
    await mine.goto(`${service.url}/#key=${service.secret}`);
    await mine.getByText('Offline.').waitFor();
    await mine.getByRole('grid').waitFor();
  };
  await load();
  const subtest = await subtestsOf(t, service, mine, { load });

  async function saveByRequest(petId: number): Promise<void> {
    const body = { quantity: 90, reason: 'damage', note: 'wet' };
    const headers = { authorization: `Bearer ${secret}` };
    assert.equal((await service.call('PATCH', `/v1/inventory/${petId}`, { body, headers })).status, 200);
  }

  /** My page enters 100; before it is saved, another user saves 90. */
  async function collide(petId: number): Promise<void> {
    await rowOf(mine, petId).click();
    await mine.keyboard.type('100');
    await saveByRequest(petId);
    await mine.getByLabel('Note').press('Enter');
    await mine.getByText(`Pet ${petId} has been changed by another user`).waitFor();
    const line = mine.locator('.conflict li');
    const time = (await line.locator('time').textContent()) ?? '';
    assert.match(time, /\d:\d\d [AP]M$/);
    await shows(line, `till-3, ${time.replace('\u202f', ' ')}: 97 →to 90 (−7), damage, “wet”`);
    await mine.getByText('You started from 97 and entered 100 (+3).').waitFor();
  }

  await subtest('keep theirs, use mine, or apply my difference, whatever happens meanwhile', async () => {
    await collide(1);
    await mine.getByRole('button', { name: 'Keep theirs 90' }).click();
    await mine.locator('.editor').waitFor({ state: 'detached' });
    await collide(2);
    await mine.getByRole('button', { name: 'Use mine 100' }).click();
    await shows(quantityOf(mine, 2), '100');
    await collide(3);
    await mine.getByRole('button', { name: 'Apply my difference 90 + 3 = 93' }).click();
    await shows(quantityOf(mine, 3), '93');
    for (const [petId, last] of [
      [1, ['set', 97, 90, 'till-3']],
      [2, ['set', 90, 100, 'admin']],
      [3, ['adjust', 90, 93, 'admin']],
    ] as const) {
      const [entry] = await ledgerOf(service, petId);
      assert.deepEqual([entry?.kind, entry?.before, entry?.after, entry?.key], last);
    }

    // A further change while the conflict is shown.
    await collide(4);
    await setElsewhere(service, 4, 80);
    await mine.getByRole('button', { name: 'Use mine 100' }).click();
    await mine.getByRole('button', { name: 'Keep theirs 80' }).waitFor();
    await setElsewhere(service, 4, 70);
    await mine.getByRole('button', { name: 'Apply my difference 80 + 3 = 83' }).click();
    await mine.getByText('Pet 4: 70 → 73 (+3)').waitFor();
    await shows(quantityOf(mine, 4), '73');

    // Adding and removing apply to a quantity that the page does not know.
    await setElsewhere(service, 8, 43);
    await rowOf(mine, 8).click();
    await mine.keyboard.type('-5');
    await mine.keyboard.press('Enter');
    await mine.getByText('Pet 8: 43 → 38 (−5)').waitFor();
    await setElsewhere(service, 8, 50);
    await mine.getByRole('button', { name: 'Undo' }).click();
    await mine.getByText('Undone: pet 8 is now 55.').waitFor();
  });
});

test('two users change the same pet, with the event stream', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  const secret = await createKey(service.store, { name: 'till-3', scope: 'write' });
  const page = await openPage(t, service, { secret });
  const subtest = await subtestsOf(t, service, page, { secret });

  await subtest('a change or a removal shows at once and keeps the input', async () => {
    await rowOf(page, 5).click();
    await page.keyboard.type('100');
    await setElsewhere(service, 5, 95);
    await page.getByText('Pet 5 has been changed by another user').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '100');
    await page.getByRole('button', { name: 'Apply my difference 95 + 3 = 98' }).click();
    await shows(quantityOf(page, 5), '98');

    // An editor that is not touched shows the new quantity.
    await rowOf(page, 6).click();
    await setElsewhere(service, 6, 40);
    await shows(page.locator('.outcome'), 'Now 40');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 6: 40 → 41 (+1)').waitFor();
    // It stays selected, so that typing replaces it.
    await page.keyboard.press('Enter');
    await setElsewhere(service, 6, 50);
    await shows(page.locator('.outcome'), 'Now 50');
    await page.keyboard.type('-8');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 6: 50 → 42 (−8)').waitFor();

    // A removed pet cannot be saved.
    await rowOf(page, 7).click();
    await page.keyboard.type('100');
    assert.equal((await service.call('DELETE', '/v1/inventory/7')).status, 204);
    await page.getByText('Pet 7 has been removed').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '100');
    await page.getByRole('button', { name: 'Discard my change' }).click();
    await rowOf(page, 7).waitFor({ state: 'detached' });
  });

  await subtest('adding and removing never conflict: they apply to the quantity of the moment', async () => {
    const versions: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') versions.push(request.headers()['if-match']);
    });
    await rowOf(page, 8).click();
    await page.keyboard.type('+3');
    await setElsewhere(service, 8, 40);
    await shows(page.locator('.outcome'), '40 →to 43 (+3)');
    assert.equal(await page.locator('.conflict').count(), 0);
    await page.keyboard.press('Enter');
    await page.getByText('Pet 8: 40 → 43 (+3)').waitFor();
    assert.deepEqual(versions, [undefined]);

    // Changing the mode to Add settles a conflict.
    await rowOf(page, 9).click();
    await page.keyboard.type('100');
    await setElsewhere(service, 9, 40);
    await page.getByText('Pet 9 has been changed by another user').waitFor();
    await page.getByRole('radio', { name: 'Add' }).click({ force: true });
    await shows(page.locator('.outcome'), '40 →to 43 (+3)');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 9: 40 → 43 (+3)').waitFor();

    // A key that requires versions adds and removes, too.
    const strict = await createKey(service.store, { name: 'strict', scope: 'write', requireVersion: true });
    await signInAs(page, strict);
    await rowOf(page, 9).click();
    await page.keyboard.type('+1');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 9: 43 → 44 (+1)').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: pet 9 is now 43.').waitFor();
  });
});
