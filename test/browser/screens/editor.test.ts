import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  chooseInMenu,
  hasFocus,
  openPage,
  quantityOf,
  reloadWithoutEvents,
  rowOf,
  setElsewhere,
  shows,
  signInAs,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { createKey, numberedPets } from '../../support/service/store-contents.ts';

test('changing a quantity', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(12, 97) });
  const page = await openPage(t, service);
  const outcome = page.locator('.outcome');
  const amount = page.getByRole('textbox', { name: 'New quantity' });

  await t.test('Enter saves what is shown, with the version, reason and note, and Undo takes it back', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.postData() !== null);
    await rowOf(page, 1).click();
    await page.keyboard.type('100');
    await shows(outcome, '97 →to 100 (+3)');
    assert.equal((await changesOf(service, 1)).length, 1, 'nothing is written before it is saved');
    await page.getByLabel('Note').fill('counted twice');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Pet 1: 97 → 100 (+3)').waitFor();
    assert.equal((await sent).headers()['if-match'], '"2"');
    await hasFocus(page, 1);
    await page.getByRole('alertdialog', { name: 'Pet 1' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: pet 1 is back at 97.').waitFor();
    const [undone, saved] = await changesOf(service, 1);
    assert.deepEqual([undone, saved], ['set 100 → 97, count: Undo', 'set 97 → 100, count: counted twice']);
  });

  await t.test('the mode implies the reason, and one key or a click chooses another, which stays', async () => {
    const isChosen = (name: string) => page.getByRole('radio', { name, checked: true }).waitFor();
    const choose = (name: string) => page.getByRole('radio', { name }).click({ force: true });
    await page.keyboard.press('/');
    await typeLines(page, '9', '-1');
    await shows(quantityOf(page, 9), '96');
    await page.keyboard.press('Enter');
    await isChosen('Count');
    await choose('Add');
    await page.keyboard.type('3');
    await isChosen('Arrival');
    await page.keyboard.type('r');
    await isChosen('Return');
    await choose('Other (adjustment)');
    await choose('Remove');
    await isChosen('Other (adjustment)');
    // Enter on a choice saves.
    await page.getByRole('radio', { name: 'Other (adjustment)' }).focus();
    await page.keyboard.press('Enter');
    await shows(quantityOf(page, 9), '93');
    const [adjusted, sold] = await changesOf(service, 9);
    assert.deepEqual([adjusted, sold], ['adjust 96 → 93, adjustment', 'adjust 97 → 96, sale']);
    await page.getByRole('searchbox').fill('');
  });

  await t.test('a draft survives clicks on other rows, filters and a reload', async () => {
    await rowOf(page, 6).click();
    await page.keyboard.type('5');
    await rowOf(page, 1).click();
    await page.getByRole('searchbox').fill('1');
    const editor = page.getByRole('form', { name: 'Change pet 6' });
    assert.equal(await editor.count(), 1);
    await page.reload();
    await editor.waitFor();
    assert.equal(await amount.inputValue(), '5');
    await amount.press('Enter');
    await editor.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await shows(quantityOf(page, 6), '5');
  });
});

test('two users change the same pet', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(12, 97) });
  const secret = await createKey(service.store, { name: 'till-3', scope: 'write' });
  const page = await openPage(t, service, { mayBeRefused: true });
  const amount = page.getByRole('textbox', { name: 'New quantity' });
  const outcome = page.locator('.outcome');

  await t.test('a change shows at once and keeps the input', async () => {
    await rowOf(page, 5).click();
    await page.keyboard.type('100');
    await setElsewhere(service, 5, 95);
    await page.getByText('Pet 5 has been changed by another user').waitFor();
    assert.equal(await amount.inputValue(), '100');
    const sent = page.waitForRequest('**/inventory/5/adjustments');
    await page.getByRole('button', { name: 'Apply my difference 95 + 3 = 98' }).click();
    assert.equal((await sent).headers()['if-match'], undefined, 'adding does not depend on the version');
    await shows(quantityOf(page, 5), '98');
    await setElsewhere(service, 5, 6);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: pet 5 is now 3.').waitFor();
  });

  await t.test('an editor without input follows, and its number stays selected', async () => {
    await rowOf(page, 6).click();
    await setElsewhere(service, 6, 50);
    await shows(outcome, 'Now 50');
    await typeLines(page, '42');
    await page.getByText('Pet 6: 50 → 42 (−8)').waitFor();
    await setElsewhere(service, 6, 41);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Not undone: pet 6 has been changed again since.').waitFor();
  });

  await t.test('a removed pet cannot be saved', async () => {
    await rowOf(page, 7).click();
    await page.keyboard.type('100');
    assert.equal((await service.call('DELETE', '/v1/inventory/7')).status, 204);
    await page.getByText('Pet 7 has been removed').waitFor();
    assert.equal(await amount.inputValue(), '100');
    await page.getByRole('button', { name: 'Discard my change' }).click();
    await rowOf(page, 7).waitFor({ state: 'detached' });
  });

  await t.test('adding never conflicts, also with a key that requires versions', async () => {
    await signInAs(page, await createKey(service.store, { name: 'strict', scope: 'write', requireVersion: true }));
    await rowOf(page, 8).click();
    await page.keyboard.type('+3');
    await setElsewhere(service, 8, 40);
    await shows(outcome, '40 →to 43 (+3)');
    await page.keyboard.press('Enter');
    await page.getByText('Pet 8: 40 → 43 (+3)').waitFor();
  });

  /** My page enters 100; before that is saved, another user saves 90. */
  async function collide(petId: number): Promise<void> {
    await rowOf(page, petId).click();
    await page.keyboard.type('100');
    const body = { quantity: 90, reason: 'damage', note: 'wet' };
    const headers = { authorization: `Bearer ${secret}` };
    assert.equal((await service.call('PATCH', `/v1/inventory/${petId}`, { body, headers })).status, 200);
    await page.getByLabel('Note').press('Enter');
    await page.getByText(`Pet ${petId} has been changed by another user`).waitFor();
  }

  await t.test('without events, the refusal of the service shows the conflict and its three ways out', async () => {
    await signInAs(page, service.secret);
    await reloadWithoutEvents(page);
    await page.getByRole('grid').waitFor();
    await collide(1);
    const line = page.locator('.conflict li');
    const time = (await line.locator('time').textContent()) ?? '';
    assert.match(time, /\d:\d\d [AP]M$/);
    await shows(line, `till-3, ${time.replace('\u202f', ' ')}: 97 →to 90 (−7), damage, “wet”`);
    await page.getByText('You started from 97 and entered 100 (+3).').waitFor();
    await page.getByRole('button', { name: 'Keep theirs 90' }).click();
    await page.locator('.editor').waitFor({ state: 'detached' });
    await collide(2);
    await page.getByRole('button', { name: 'Use mine 100' }).click();
    await shows(quantityOf(page, 2), '100');
    await collide(3);
    await page.getByRole('button', { name: 'Apply my difference 90 + 3 = 93' }).click();
    await shows(quantityOf(page, 3), '93');
    const last = await Promise.all([1, 2, 3].map(async (petId) => (await changesOf(service, petId))[0]));
    assert.deepEqual(last, ['set 97 → 90, damage: wet', 'set 90 → 100, count', 'adjust 90 → 93, count']);
  });
});

test('reservations of a pet', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [1n, 2n].map((petId) => ({ petId, quantity: 7 })) });
  const reserve = async (id: string) => {
    const body = { items: [{ petId: 1, quantity: 1 }], expiresIn: 3_600 };
    assert.equal((await service.call('PUT', `/v1/reservations/${id}`, { body })).status, 201);
  };
  const stateOf = async (id: string) => {
    const reservation = await (await service.call('GET', `/v1/reservations/${id}`)).json();
    return (reservation as { state: string }).state;
  };
  await reserve('order-1');
  const page = await openPage(t, service, { mayBeRefused: true });
  const list = page.getByRole('region', { name: 'Reservations' });

  await t.test('an error of the list goes once it can be loaded', async () => {
    const refusal = { code: 'invalid_query', message: 'No.', status: 400 };
    await page.route('**/v1/reservations?*', (route) => route.fulfill({ status: 400, json: refusal }));
    await shows(quantityOf(page, 1), '7, 1 reserved');
    await shows(quantityOf(page, 2), '7');
    await page.getByRole('button', { name: 'Change pet 1', exact: true }).click();
    await list.getByText('Reservations not loaded').waitFor();
    await page.unroute('**/v1/reservations?*');
    await reserve('order-2');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await list.getByText(/^1 reserved as order-2 by admin, .* to .*$/).waitFor();
    assert.equal(await list.getByRole('listitem').count(), 2);
    assert.equal(await list.getByText('Reservations not loaded').count(), 0);
  });

  await t.test('the editor shows them and releases one after a question', async () => {
    const release = list.getByRole('button', { name: 'Release reservation order-1' });
    const question = page.getByRole('dialog', { name: 'Release reservation order-1?' });
    await release.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await stateOf('order-1'), 'active', 'not released yet');
    await release.click();
    await question.getByRole('button', { name: 'Release' }).click();
    await shows(quantityOf(page, 1), '7, 1 reserved');
    await list.getByText('order-1').waitFor({ state: 'detached' });
    assert.equal(await stateOf('order-1'), 'released');
  });

  await t.test('the question before a removal names them', async () => {
    await chooseInMenu(page, 'More actions for pet 1', 'Remove');
    const dialog = page.getByRole('dialog', { name: 'Remove pet 1?' });
    await dialog.getByText(/1 reserved: a customer is about to buy it/).waitFor();
  });
});
