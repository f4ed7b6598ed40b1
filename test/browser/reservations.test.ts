import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNoViolation } from '../support/browser/axe.ts';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, rowOf, shows } from '../support/browser/page.ts';
import { startService } from '../support/service/service.ts';

test('a pet shows what is reserved, its editor who reserved it, and a reservation can be released', {
  skip: noBrowser(),
}, async (t) => {
  const service = await startService(t, { pets: [1n, 2n].map((petId) => ({ petId, quantity: 7 })) });
  const reserve = (id: string, quantity: number) =>
    service.call('PUT', `/v1/reservations/${id}`, { body: { items: [{ petId: 1, quantity }], expiresIn: 3_600 } });
  assert.equal((await reserve('order-1', 1)).status, 201);
  assert.equal((await reserve('order-2', 1)).status, 201);
  const page = await openPage(t, service);
  await shows(rowOf(page, 1).locator('.quantity'), '7, 2 reserved');
  await shows(rowOf(page, 2).locator('.quantity'), '7');

  await page.getByRole('button', { name: 'Change pet 1', exact: true }).click();
  const list = page.getByRole('region', { name: 'Reservations' });
  await list.getByText(/^1 reserved as order-1 by admin, .* to .*$/).waitFor();
  assert.equal(await list.getByRole('listitem').count(), 2);
  await hasNoViolation(page, 'the editor of a pet with reservations');

  await list.getByRole('button', { name: 'Release reservation order-1' }).click();
  const question = page.getByRole('dialog', { name: 'Release reservation order-1?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal((await service.call('GET', '/v1/reservations/order-1')).status, 200, 'only asked');
  await list.getByRole('button', { name: 'Release reservation order-1' }).click();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await list.getByRole('button', { name: 'Release reservation order-1' }).click();
  await question.getByRole('button', { name: 'Release' }).click();
  await shows(rowOf(page, 1).locator('.quantity'), '7, 1 reserved');
  await list.getByText('order-1').waitFor({ state: 'detached' });
  assert.equal((await service.call('GET', '/v1/reservations/order-1')).status, 404);

  await page.getByRole('button', { name: 'More actions for pet 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page
    .getByRole('dialog')
    .getByText(/1 reserved: customers are about to buy them/)
    .waitFor();
});

test('an error of the list of reservations is gone once it has been loaded', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 7 }] });
  const reserve = (id: string) =>
    service.call('PUT', `/v1/reservations/${id}`, { body: { items: [{ petId: 1, quantity: 1 }] } });
  await reserve('order-1');
  const page = await openPage(t, service);
  const refusal = { code: 'invalid_query', message: 'No.', status: 400 };
  await page.route('**/v1/reservations?*', (route) => route.fulfill({ status: 400, json: refusal }));
  await shows(rowOf(page, 1).locator('.quantity'), '7, 1 reserved');
  await page.getByRole('button', { name: 'Change pet 1', exact: true }).click();
  const list = page.getByRole('region', { name: 'Reservations' });
  await list.getByText('Reservations not loaded').waitFor();
  await page.unroute('**/v1/reservations?*');
  await reserve('order-2');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await list.getByText('order-2').waitFor();
  assert.equal(await list.getByText('Reservations not loaded').count(), 0);
});
