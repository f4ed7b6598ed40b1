import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../../src/domain/action.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  chooseInMenu,
  clickButtons,
  hasFocus,
  intercept,
  openPage,
  quantityOf,
  reload,
  reloadWithoutEvents,
  rowOf,
  setDetails,
  setElsewhere,
  shows,
  showsAll,
  signInAs,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { createKey, numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

test('one pet: its quantity, its reservations and its history', {
  skip: noBrowser(),
}, async (t) => {
  const service = await startService(t, { pets: numberedPets(13, 97) });
  await setDetails(service, { 5: { name: 'Finch' } });
  for (let quantity = 1; quantity <= 70; quantity++) await setElsewhere(service, 12, quantity);
  const reserve = async (id: string) => {
    const body = { items: [{ petId: 10, quantity: 1 }], expiresIn: 3_600 };
    assert.equal((await service.call('PUT', `/v1/reservations/${id}`, { body })).status, 201);
  };
  await reserve('order-1');
  const page = await openPage(t, service, { mayBeRefused: true });
  const outcome = page.locator('[data-outcome]');
  const amount = page.getByRole('textbox', { name: 'New quantity' });
  const openHistoryOf = async (petId: number) => {
    await quantityOf(page, petId).waitFor();
    await rowOf(page, petId).getByRole('button', { name: 'History of pet' }).click();
    return page.getByRole('dialog', { name: `Pet ${petId}` });
  };

  await t.test(
    'Enter saves what is shown, with the version, reason and note, and Undo takes it back',
    async () => {
      const sent = page.waitForRequest(
        (request) => request.method() === 'PATCH' && request.postData() !== null,
      );
      await rowOf(page, 1).click();
      await page.keyboard.type('100');
      await shows(outcome, '97 →to 100 (+3)');
      assert.equal(
        (await changesOf(service, 1)).length,
        1,
        'nothing is written before it is saved',
      );
      await page.getByLabel('Note').fill('counted twice');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Pet 1: 97 → 100 (+3)').waitFor();
      assert.equal((await sent).headers()['if-match'], '"2"');
      await hasFocus(page, 1);
      await page
        .getByRole('alertdialog', { name: 'Pet 1' })
        .getByRole('button', { name: 'Undo' })
        .first()
        .click();
      await page.getByText('Undone: pet 1 is back at 97.').waitFor();
      const [undone, saved] = await changesOf(service, 1);
      assert.deepEqual(
        [undone, saved],
        ['set 100 → 97, count: Undo', 'set 97 → 100, count: counted twice'],
      );
    },
  );

  await t.test(
    'one key or a click chooses another reason than the mode has, and Enter on it saves',
    async () => {
      const choice = (name: string) => page.getByRole('radio', { name });
      await rowOf(page, 9).click();
      await choice('Add').click({ force: true });
      await page.keyboard.type('3r');
      await page.getByRole('radio', { name: 'Return', checked: true }).waitFor();
      await choice('Other (adjustment)').click({ force: true });
      await choice('Remove').click({ force: true });
      await choice('Other (adjustment)').focus();
      await page.keyboard.press('Enter');
      await shows(quantityOf(page, 9), '94');
      assert.equal((await changesOf(service, 9))[0], 'adjust 97 → 94, adjustment');
    },
  );

  await t.test('a draft survives clicks on other rows, filters and a reload', async () => {
    const open = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await open('Stock');
    await rowOf(page, 6).click();
    await page.keyboard.type('5');
    for (const name of ['Sell', 'Stock']) await open(name);
    const editor = page.getByRole('form', { name: 'Change pet 6' });
    await editor.waitFor();
    assert.equal(
      await page.getByText('Save or cancel').count(),
      0,
      'a link to Stock is no step back',
    );
    await rowOf(page, 1).click();
    await page.getByRole('searchbox').fill('1');
    assert.equal(await editor.count(), 1);
    await reload(page);
    await editor.waitFor();
    assert.equal(await amount.inputValue(), '5');
    await amount.press('Enter');
    await editor.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await shows(quantityOf(page, 6), '5');
  });

  await t.test("another user's change shows at once and keeps the input", async () => {
    await rowOf(page, 5).click();
    await page.keyboard.type('100');
    await setElsewhere(service, 5, 95);
    await page.getByText('Pet 5 (Finch) has been changed by another user').waitFor();
    assert.equal(await amount.inputValue(), '100');
    const sent = page.waitForRequest('**/inventory/5/adjustments');
    await page.getByRole('button', { name: 'Apply my difference 95 + 3 = 98' }).click();
    assert.equal(
      (await sent).headers()['if-match'],
      undefined,
      'adding does not depend on the version',
    );
    await shows(quantityOf(page, 5), '98');
    await setElsewhere(service, 5, 6);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('Undone: pet 5 (Finch) is now 3.').waitFor();

    // An editor in which nothing was typed takes over another user's change, and its quantity stays
    // selected.
    await rowOf(page, 6).click();
    await setElsewhere(service, 6, 50);
    await shows(outcome, 'Now 50');
    await typeLines(page, '42');
    await page.getByText('Pet 6: 50 → 42 (−8)').waitFor();
    await setElsewhere(service, 6, 41);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('Not undone: pet 6 has been changed again since.').waitFor();

    await rowOf(page, 7).click();
    await page.keyboard.type('100');
    assert.equal((await service.call('DELETE', '/v1/inventory/7')).status, 204);
    await page.getByText('Pet 7 has been removed').waitFor();
    assert.equal(await amount.inputValue(), '100');
    await clickButtons(page, 'Discard my change');
    await rowOf(page, 7).waitFor({ state: 'detached' });
  });

  await t.test('reservations are listed, and released after a question', async () => {
    const list = page.getByRole('region', { name: 'Reservations' });
    await shows(quantityOf(page, 10), '97, 1 reserved');
    // The error message disappears once the page can load the reservations.
    const refusal = { code: 'invalid_query', message: 'No.', status: 400 };
    await intercept(page, '**/v1/reservations?*', (route) =>
      route.fulfill({ status: 400, json: refusal }),
    );
    await page.getByRole('button', { name: 'Change pet 10', exact: true }).click();
    await list.getByText('Reservations not loaded').waitFor();
    await page.unrouteAll();
    await reserve('order-2');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await list.getByText(/^1 reserved as order-2 by admin, .* to .*$/).waitFor();
    assert.equal(await list.getByRole('listitem').count(), 2);
    assert.equal(await list.getByText('Reservations not loaded').count(), 0);
    const release = list.getByRole('button', { name: 'Release reservation order-1' });
    const question = page.getByRole('dialog', { name: 'Release reservation order-1?' });
    await release.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await release.click();
    await question.getByRole('button', { name: 'Release' }).click();
    await list.getByText('order-1').waitFor({ state: 'detached' });
    await shows(quantityOf(page, 10), '97, 1 reserved');
    const released = await (await service.call('GET', '/v1/reservations/order-1')).json();
    assert.partialDeepStrictEqual(released, { state: 'released' });
    await chooseInMenu(page, 'More actions for pet 10', 'Remove');
    const removal = page.getByRole('dialog', { name: 'Remove pet 10?' });
    await removal.getByText(/1 reserved: a customer is about to buy it/).waitFor();
    for (const _ of ['the question', 'the editor']) await page.keyboard.press('Escape');
  });

  await t.test(
    'the history lists changes newest first, and has a chart from which values can be read',
    async () => {
      const dialog = await openHistoryOf(12);
      const entries = dialog.getByRole('listitem');
      await until(async () => (await entries.count()) === 50);
      await shows(entries.first().locator('[data-change]'), '69 →to 70 (+1)');
      await dialog.getByText('Set by admin, damage').first().waitFor();
      await setElsewhere(service, 12, 71);
      await showsAll(dialog.locator('figure > div[aria-hidden] > span'), ['72', '36', '0']);
      await shows(entries.first().locator('[data-change]'), '70 →to 71 (+1)');
      const caption = dialog.locator('figcaption');
      const chart = dialog.getByRole('img');
      const box = await chart.boundingBox();
      assert.ok(box !== null);
      assert.match(
        (await chart.innerHTML()) ?? '',
        /d="M0 72.22H0V70.83H[^"]*V2.78H[\d.]*V1.39H100"/,
      );
      // The chart shows the newest 50 changes: the first of them set the quantity to 21, the last
      // one to 71.
      for (const [x, value] of [
        [box.x, '21'],
        [box.x + box.width, '71'],
      ] as const) {
        await page.mouse.move(x, box.y + box.height / 2);
        await shows(caption.locator('strong'), value);
      }
      assert.match(
        (await caption.textContent()) ?? '',
        /^71 since \S+ \d+, \d{4}, \d+:\d\d\s[AP]M$/,
      );
      await clickButtons(page, 'Load more');
      await until(async () => (await entries.count()) === 72);
      await shows(entries.last().locator('[data-change]'), '97 (+97)');
      // The button "Load more" had the focus and is gone, so the text in its place takes the focus.
      await dialog.getByText('No earlier changes.').and(page.locator(':focus')).waitFor();
      assert.equal(await dialog.getByRole('button', { name: 'Load more' }).count(), 0);
      const description = (await chart.getAttribute('aria-label')) ?? '';
      assert.match(
        description,
        /^Quantity of pet\s12 since .+, 72 changes: lowest 1, highest 97, now 71\.$/,
      );
      await page.keyboard.press('Escape');
      await rowOf(page, 12).locator(':focus').waitFor();
    },
  );

  await t.test(
    'a pet is put back to an earlier quantity after a question, and that is undone',
    async () => {
      await setElsewhere(service, 2, 40);
      await setElsewhere(service, 2, 3);
      await shows(quantityOf(page, 2), '3');
      const dialog = await openHistoryOf(2);
      await dialog.getByText('No earlier changes.').waitFor();
      const putBack = dialog.getByRole('button', { name: /^Put back to/ });
      // The pet has changed three times. The newest change has no button "Put back": the pet still
      // has that quantity.
      assert.equal(await putBack.count(), 2);
      await putBack.last().click();
      const question = page.getByRole('dialog', { name: 'Put back to 97?' });
      await shows(question.locator('[data-change]'), '3 →to 97 (+94)');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await putBack.last().and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await setElsewhere(service, 2, 4);
      await question.getByText('Changed meanwhile by admin: 3').waitFor();
      await shows(question.locator('[data-change]').last(), '4 →to 97 (+93)');
      await question.getByRole('button', { name: /^Put back/ }).click();
      await page.getByText('Pet 2: 4 → 97 (+93)').waitFor();
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await page.getByText('Undone: pet 2 is back at 4.').waitFor();
      const [, change = ''] = await changesOf(service, 2);
      const note = /put back to 97 of \w+ \d+, \d{4}, \d+:\d\d\s[AP]M$/.exec(change)?.[0] ?? '';
      assert.equal(change, `set 4 → 97, adjustment: ${note}`);
      await dialog.getByText(note).waitFor();
      // While the pet is removed, no entry has the button "Put back". The entry of the removal
      // never has it.
      assert.equal((await service.call('DELETE', '/v1/inventory/2')).status, 204);
      await putBack.first().waitFor({ state: 'detached' });
      const body = { quantity: 8, status: 'available' };
      assert.equal((await service.call('PUT', '/v1/inventory/2', { body })).status, 201);
      await until(async () => (await putBack.count()) === 6);
      // The notification may still have the focus, so the test sends Escape to the dialog itself.
      await dialog.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  );

  await t.test(
    'a read key puts nothing back; one that requires versions adds without a conflict',
    async () => {
      await signInAs(page, await createKey(service.store, { name: 'window', scope: 'read' }));
      const dialog = await openHistoryOf(9);
      await dialog.getByText('No earlier changes.').waitFor();
      assert.equal(await dialog.getByRole('button', { name: /^Put back/ }).count(), 0);
      await page.keyboard.press('Escape');
      await signInAs(
        page,
        await createKey(service.store, { name: 'strict', scope: 'write', requireVersion: true }),
      );
      await rowOf(page, 8).click();
      await page.keyboard.type('+3');
      await setElsewhere(service, 8, 40);
      await shows(outcome, '40 →to 43 (+3)');
      await page.keyboard.press('Enter');
      await page.getByText('Pet 8: 40 → 43 (+3)').waitFor();
    },
  );

  await t.test(
    'a sale whose response was lost is not repeated with the key that replaces a revoked one',
    async () => {
      const name = 'counter';
      await signInAs(page, await createKey(service.store, { name, scope: 'write' }));
      await rowOf(page, 11).click();
      // The service stores the sale, and its response is lost. The browser's client sends the
      // request again by itself, but meanwhile an owner has revoked the key.
      let attempts = 0;
      await intercept(page, '**/inventory/11/adjustments', async (route) => {
        if (++attempts > 1) return route.continue();
        await route.fetch();
        await service.store.perform(commandAction({ kind: 'key.revoke', name }));
        await route.abort('connectionreset');
      });
      await page.keyboard.type('-1');
      await page.keyboard.press('Enter');
      await page.getByText('has been revoked or replaced').waitFor();
      await page.unrouteAll();

      await signInAs(page, await createKey(service.store, { name, scope: 'write' }));
      await page.getByLabel('Note').press('Enter');
      await page.getByText('Pet 11 has been changed by another user').waitFor();
      await shows(quantityOf(page, 11), '96');
      assert.equal((await changesOf(service, 11)).length, 2, 'sold once');
      await page.getByRole('button', { name: /^Keep theirs/ }).click();
    },
  );

  await t.test(
    'without events, the refusal of the service shows the change by another user',
    async () => {
      await signInAs(page, service.secret);
      await reloadWithoutEvents(page);
      await page.getByRole('grid').waitFor();
      await rowOf(page, 3).click();
      await page.keyboard.type('100');
      const till = await createKey(service.store, { name: 'till-3', scope: 'write' });
      const body = { quantity: 90, reason: 'damage', note: 'wet' };
      const headers = { authorization: `Bearer ${till}` };
      assert.equal((await service.call('PATCH', '/v1/inventory/3', { body, headers })).status, 200);
      await page.getByLabel('Note').press('Enter');
      await page.getByText('Pet 3 has been changed by another user').waitFor();
      const line = page.getByRole('alert').getByRole('listitem');
      const time = (await line.locator('time').textContent()) ?? '';
      assert.match(time, /\d:\d\d [AP]M$/);
      await shows(line, `till-3, ${time.replace('\u202f', ' ')}: 97 →to 90 (−7), damage, “wet”`);
      await page.getByText('You started from 97 and entered 100 (+3).').waitFor();
      await page.getByRole('button', { name: 'Use mine 100' }).click();
      await shows(quantityOf(page, 3), '100');
      assert.equal((await changesOf(service, 3))[0], 'set 90 → 100, count');

      const dialog = await openHistoryOf(3);
      await dialog.getByRole('button', { name: /^Put back to 97,/ }).click();
      await setElsewhere(service, 3, 31);
      const question = page.getByRole('dialog', { name: 'Put back to 97?' });
      await question.getByRole('button', { name: 'Put back', exact: true }).click();
      await question.getByText('Changed meanwhile by admin: 100').waitFor();
      assert.equal((await changesOf(service, 3))[0], 'set 100 → 31, damage');
      await question.getByRole('button', { name: 'Put back anyway' }).click();
      await page.getByText('Pet 3: 31 → 97 (+66)').waitFor();
    },
  );
});
