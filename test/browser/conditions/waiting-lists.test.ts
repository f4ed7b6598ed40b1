import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import type { Page } from 'playwright-core';
import { commandAction } from '../../../src/domain/action.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import { Device, waitForWorker } from '../../support/browser/device.ts';
import {
  changesOf,
  chooseInMenu,
  clickButtons,
  openPage,
  signInAs,
  typeLines,
} from '../../support/browser/page.ts';
import { TcpProxy } from '../../support/network/tcp-proxy.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createKey, numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { openList, sellElsewhere } from '../lists.ts';
import { addPerson, signInWithPin } from '../people.ts';

const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const isOffline = (page: Page) => page.getByText('The stock is as of').waitFor();
const waits = (page: Page, count: number) =>
  page.getByText(count === 1 ? '1 list waits' : `${count} lists wait`).waitFor();
const noneWaits = (page: Page) =>
  page.getByText(/lists? waits? on this device/).waitFor({ state: 'detached' });

/** Sells units of a pet on the screen Sell. */
async function sell(page: Page, petId: number, units: number): Promise<void> {
  await typeLines(page, `pet ${petId}`, `${units}*`);
  await page.locator(`[data-line="${petId}"]`).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator(`[data-line="${petId}"]`).waitFor({ state: 'detached' });
}

async function ledgerOf(service: TestService): Promise<LedgerEntry[]> {
  const path = '/v1/inventory/history?after=0&limit=1000';
  return (await (await service.call('GET', path)).json()) as LedgerEntry[];
}

test('ten sales without a network, a closed browser, and a service that restarts', {
  skip: noBrowser(),
}, async (t) => {
  const before = await startService(t, { pets: numberedPets(11, 10) });
  const owner = await createKey(before.store, { name: 'boss', scope: 'owner' });
  const till = 'Ada @ Till 1';
  const proxy = await TcpProxy.start(t, before.port);
  const url = `http://127.0.0.1:${proxy.port}`;
  const device = Device.start(t);
  let page = await device.openPage(`${url}/#key=${owner}`);
  await isLive(page);
  await addPerson(page, 'Ada', '4711');
  await waitForWorker(page);

  proxy.pointTo(undefined);
  await device.close();
  page = await device.openPage(url);
  await signInWithPin(page, till, '4711', 'Offline');
  await isOffline(page);
  await openList(page, 'sell');
  for (let petId = 1; petId <= 5; petId++) {
    await sell(page, petId, 2);
    await waits(page, petId);
  }
  await device.close();
  page = await device.openPage(url);
  await signInWithPin(page, till, '4711', 'Offline');
  await waits(page, 5);
  await openList(page, 'sell');
  for (let petId = 6; petId <= 10; petId++) await sell(page, petId, 2);
  await waits(page, 10);

  // Another till sells the same pets, and all that is there of the last one.
  for (let petId = 1; petId <= 9; petId++) await sellElsewhere(before, petId, 3);
  await sellElsewhere(before, 10, 10);

  // The network is back before the service is.
  proxy.pointTo(before.port);
  await before.stop();
  const service = await startService(t, {
    settings: { DATABASE_URL: before.database },
    pets: [],
    secret: before.secret,
  });
  proxy.pointTo(service.port);
  await isLive(page);
  await page.getByText('1 of them needs you.').waitFor();
  await waits(page, 1);

  const entries = (await ledgerOf(service)).filter(({ key }) => key === till);
  assert.deepEqual(
    entries.map(({ petId, delta, reason }) => [Number(petId), delta, reason]).sort(),
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((petId) => [petId, -2, 'sale']),
  );
  for (const { note } of entries) assert.match(note ?? '', /^\[\d{4}-\d\d-\d\dT\d\d:\d\dZ\]$/);
  const stock = (await (await service.call('GET', '/v1/inventory')).json()) as {
    petId: number;
    quantity: number;
  }[];
  assert.deepEqual(
    stock.map(({ quantity }) => quantity),
    [10, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0],
  );

  await t.test('a person works through the sale that was refused', async () => {
    await clickButtons(page, 'Show lists');
    const dialog = page.getByRole('dialog', { name: 'Waiting lists' });
    await dialog.getByText('Not stored').waitFor();
    await dialog.getByRole('button', { name: 'Change the list' }).click();
    await page.locator('[data-line="10"]').getByText('None left to sell.').waitFor();
    await noneWaits(page);
    await clickButtons(page, 'Discard');
    await page.getByRole('button', { name: 'Discard 1 line?' }).click();
    assert.equal((await changesOf(service, 10)).length, 2);
  });
});

test('lists that wait', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(12, 10) });
  const proxy = await TcpProxy.start(t, service.port);
  const url = `http://127.0.0.1:${proxy.port}`;
  const behind = { ...service, url };
  const anna = await createKey(service.store, { name: 'anna', scope: 'write' });
  const ben = await createKey(service.store, { name: 'ben', scope: 'write' });
  const page = await openPage(t, behind, { secret: anna, mayBeRefused: true });
  const dialog = page.getByRole('dialog', { name: 'Waiting lists' });
  const cut = async () => {
    proxy.pointTo(undefined);
    await isOffline(page);
  };
  const restore = async () => {
    proxy.responsesToLose = 0;
    proxy.pointTo(service.port);
    await isLive(page);
  };

  await t.test('are taken into account by the next sale', async () => {
    await openList(page, 'sell');
    await cut();
    await sell(page, 1, 7);
    await typeLines(page, 'pet 1', '4*');
    await page.getByText('Only 3 left').waitFor();
    await clickButtons(page, 'Discard');
    await page.getByRole('button', { name: /^Discard \d line/ }).click();
    await restore();
    await noneWaits(page);
    await until(async () => (await changesOf(service, 1)).length === 2);
  });

  await t.test('are sent with the key of the person who made them', async () => {
    await openList(page, 'sell');
    await cut();
    await sell(page, 2, 1);
    await page.evaluate((secret) => location.assign(`#key=${secret}`), ben);
    proxy.pointTo(service.port);
    await isLive(page);
    await clickButtons(page, 'Show lists');
    await dialog.getByText('Waits until anna signs in here').waitFor();
    assert.equal((await changesOf(service, 2)).length, 1);
    await page.keyboard.press('Escape');
    await signInAs(page, anna);
    await noneWaits(page);
    const [entry] = (await ledgerOf(service)).filter(({ petId }) => Number(petId) === 2).slice(1);
    assert.equal(entry?.key, 'anna');
  });

  await t.test('without an answer are stored once, and leave room for the next sale', async () => {
    await openList(page, 'sell');
    proxy.responsesToLose = Number.POSITIVE_INFINITY;
    await typeLines(page, 'pet 3');
    await page.keyboard.press('Control+Enter');
    await until(async () => (await changesOf(service, 3)).length === 2);
    proxy.pointTo(undefined);
    await waits(page, 1);
    await sell(page, 4, 1);
    await restore();
    await noneWaits(page);
    assert.equal((await changesOf(service, 3)).length, 2);
    assert.equal((await changesOf(service, 4)).length, 2);
  });

  await t.test('a count is stored if the pet is as it was expected', async () => {
    await openList(page, 'count');
    await cut();
    await typeLines(page, 'pet 5', '8*');
    await page.keyboard.press('Control+Enter');
    await waits(page, 1);
    await restore();
    await noneWaits(page);
    assert.match(String((await changesOf(service, 5))[0]), /^set 10 → 8, count: \[/);
  });

  await t.test('a count of a pet that others have changed is settled by a person', async () => {
    await openList(page, 'count');
    await cut();
    await typeLines(page, 'pet 6', '8*');
    await page.keyboard.press('Control+Enter');
    await waits(page, 1);
    await sellElsewhere(service, 6, 1);
    await restore();
    await page.getByText('1 of them needs you.').waitFor();
    await clickButtons(page, 'Show lists', 'Change the list');
    await page.getByRole('button', { name: 'Use mine 8' }).click();
    await clickButtons(page, 'Save');
    await noneWaits(page);
    await until(async () => (await changesOf(service, 6)).length === 3);
  });

  await t.test('wait once if two tabs save the same list', async () => {
    const second = await page.context().newPage();
    await second.goto(`${url}/#key=${anna}`);
    await isLive(second);
    await openList(page, 'sell');
    await openList(second, 'sell');
    await typeLines(page, 'pet 7');
    await second.locator('[data-line="7"]').waitFor();
    proxy.pointTo(undefined);
    await Promise.all([isOffline(page), isOffline(second)]);
    await Promise.all(
      [page, second].map((tab) => tab.getByRole('button', { name: 'Sell', exact: true }).click()),
    );
    await Promise.all([waits(page, 1), waits(second, 1)]);
    proxy.pointTo(service.port);
    await Promise.all([noneWaits(page), noneWaits(second)]);
    assert.equal((await changesOf(service, 7)).length, 2);
    await second.close();
  });

  await t.test('of a key that has ended are compared with the ledger first', async () => {
    await isLive(page);
    await openList(page, 'sell');
    await cut();
    await sell(page, 8, 3);
    await service.store.perform(commandAction({ kind: 'key.revoke', name: 'anna' }));
    proxy.pointTo(service.port);
    await page.getByText('Your key “anna” has been revoked or replaced.').waitFor();
    await page.getByLabel('API key').fill(ben);
    await page.keyboard.press('Enter');
    await page.getByText('1 of them needs you.').waitFor();
    await clickButtons(page, 'Show lists');
    await dialog.getByText('The key “anna” is no longer valid.').waitFor();
    assert.equal((await changesOf(service, 8)).length, 1);
    await clickButtons(page, 'It is not there: store now');
    await noneWaits(page);
    await until(async () => (await changesOf(service, 8)).length === 2);
    await page.keyboard.press('Escape');
  });

  await t.test('are downloaded before a sign-out deletes them', async () => {
    await openList(page, 'sell');
    await cut();
    await sell(page, 9, 2);
    await chooseInMenu(page, 'Menu', 'Sign out');
    await page.getByText('1 list still waits on this device').waitFor();
    const downloaded = page.waitForEvent('download');
    await clickButtons(page, 'Download and sign out');
    const file = await readFile(await (await downloaded).path(), 'utf8');
    assert.match(file, /,ben,9,,-2,sale,/i);
    await page.getByLabel('API key').waitFor();
    await until(() =>
      page.evaluate<boolean>('indexedDB.databases().then(({ length }) => length === 0)'),
    );
    proxy.pointTo(service.port);
  });
});

test('without HTTPS, the page says that it keeps nothing', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(3, 10) });
  const proxy = await TcpProxy.start(t, service.port);
  const url = `http://shop.example:${proxy.port}`;
  const page = await openPage(t, { ...service, url }, { mayBeRefused: true });
  await isLive(page);
  proxy.pointTo(undefined);
  await page.getByText('Without https:// in the address, this browser keeps nothing').waitFor();
  assert.equal(await page.evaluate('globalThis.isSecureContext'), false);
  proxy.pointTo(service.port);
});
