import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import { Device, waitForWorker } from '../../support/browser/device.ts';
import { chooseInMenu, quantityOf, setElsewhere, shows } from '../../support/browser/page.ts';
import { TcpProxy } from '../../support/network/tcp-proxy.ts';
import { startService } from '../../support/service/service.ts';
import { createKey, numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { addPerson, signInWithPin } from '../people.ts';

const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const isFromDevice = (page: Page) => page.getByText('The stock is as of').waitFor();

test('opening without a network', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(10, 10) });
  const proxy = await TcpProxy.start(t, service.port);
  const url = `http://127.0.0.1:${proxy.port}`;
  const device = Device.start(t);
  const owner = await createKey(service.store, { name: 'boss', scope: 'owner' });
  let page = await device.openPage(`${url}/#key=${owner}`);
  await isLive(page);
  await addPerson(page, 'Ada', '4711');
  await waitForWorker(page);

  await t.test('a reload shows the stock, and when it was right', async () => {
    proxy.pointTo(undefined);
    await page.reload();
    await signInWithPin(page, 'Ada @ Till 1', '4711', 'Offline');
    await isFromDevice(page);
    await shows(quantityOf(page, 3), '10');
  });

  await t.test('a browser that is started again shows it, too', async () => {
    await device.close();
    page = await device.openPage(url);
    await signInWithPin(page, 'Ada @ Till 1', '4711', 'Offline');
    await isFromDevice(page);
    await shows(quantityOf(page, 3), '10');
  });

  await t.test('the latest stock follows once the service can be reached', async () => {
    await setElsewhere(service, 3, 55);
    proxy.pointTo(service.port);
    await isLive(page);
    await shows(quantityOf(page, 3), '55');
  });

  await t.test('an unknown key does not open what the device keeps', async () => {
    proxy.pointTo(undefined);
    const other = await device.openPage('about:blank');
    await other.goto(`${url}/#key=paw_unknown`);
    await other.getByText('Pawstock cannot be reached', { exact: false }).waitFor();
    assert.equal(await other.getByRole('grid').count(), 0);
    await other.close();
    proxy.pointTo(service.port);
    await isLive(page);
  });

  await t.test('the device keeps the files of the dashboard, and nothing of the API', async () => {
    const kept = await page.evaluate<string[]>(`(async () => {
      const urls = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
      return urls;
    })()`);
    assert.ok(kept.includes(`${url}/`), 'the page is kept');
    const others = kept.map((one) => one.slice(url.length + 1));
    const ofTheBuild = /^(?:assets\/[\w.-]+|favicon\.svg|icon-[\w-]+\.png|manifest\.webmanifest|)$/;
    assert.deepEqual(
      others.filter((name) => !ofTheBuild.test(name)),
      [],
    );
  });

  await t.test('nothing that the device keeps contains a key', async () => {
    const found = await page.evaluate<string[]>(`(async () => {
      const [{ name }] = await indexedDB.databases();
      const database = await new Promise((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      const texts = [];
      for (const store of database.objectStoreNames) {
        const values = await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
        texts.push(JSON.stringify(values, (_, value) =>
          typeof value === 'bigint' ? String(value) : value));
      }
      database.close();
      return texts;
    })()`);
    assert.equal(found.length > 0, true);
    assert.doesNotMatch(found.join(), /paw_/);
  });

  await t.test('signing out deletes what the device keeps', async () => {
    await chooseInMenu(page, 'Menu', 'Sign out');
    await page.getByLabel('API key').waitFor();
    await until(() =>
      page.evaluate<boolean>(`(async () => {
        const left = [...(await caches.keys()), ...(await indexedDB.databases())];
        const workers = await navigator.serviceWorker.getRegistrations();
        return left.length === 0 && workers.length === 0;
      })()`),
    );
  });
});
