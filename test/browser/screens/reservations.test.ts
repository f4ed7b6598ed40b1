import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { chooseInMenu, openPage, quantityOf, shows } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';

test('reservations', { skip: noBrowser() }, async (t) => {
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
