import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  intercept,
  openPage,
  quantityOf,
  reload,
  rowOf,
  setElsewhere,
  shows,
} from '../../support/browser/page.ts';
import { TcpProxy } from '../../support/network/tcp-proxy.ts';
import { startService } from '../../support/service/service.ts';
import { numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

test('offline', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(10, 10) });
  const proxy = await TcpProxy.start(t, service.port);
  const behind = { ...service, url: `http://127.0.0.1:${proxy.port}` };
  const page = await openPage(t, behind, { mayBeRefused: true });
  await page.getByText('Live').waitFor();
  const cut = () => proxy.pointTo(undefined);
  const restore = () => {
    proxy.responsesToLose = 0;
    proxy.upstreamPort = service.port;
  };
  const entriesOf = async (petId: number) => (await changesOf(service, petId)).length;

  await t.test('shows the banner and keeps the input; a failed save can be repeated', async () => {
    await rowOf(page, 1).click();
    await page.keyboard.type('42');
    cut();
    await page.getByText('Offline.').waitFor();
    await page.getByLabel('Note').fill('typed offline');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not saved: Pawstock cannot be reached.').waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), 'typed offline');
    await setElsewhere(service, 2, 55);
    restore();
    await page.getByText('Live').waitFor();
    assert.equal(await page.getByText('Offline.').count(), 0);
    await shows(quantityOf(page, 2), '55');
    assert.equal(
      await page.getByText('cannot be reached').count(),
      0,
      'an error that no longer holds',
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await shows(quantityOf(page, 1), '42');
    assert.deepEqual(await changesOf(service, 1), [
      'set 10 → 42, count: typed offline',
      'import null → 10, null',
    ]);
  });

  await t.test('errors of forms and of the history go when they no longer hold', async () => {
    const notReached = page.getByText('Pawstock cannot be reached');
    await page.getByRole('button', { name: 'Add pet' }).click();
    await page.getByLabel('ID', { exact: true }).fill('99');
    await page.getByLabel('Quantity', { exact: true }).fill('1');
    cut();
    await page.getByText('Offline.').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await notReached.waitFor();
    restore();
    await notReached.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Pet 99 added.').waitFor();
    cut();
    await page.getByText('Offline.').waitFor();
    await page.getByRole('button', { name: 'History of pet 2' }).click();
    await notReached.waitFor();
    restore();
    await page.getByText('No earlier changes.').waitFor();
    assert.equal(await notReached.count(), 0);
    await page.keyboard.press('Escape');
  });

  await t.test('a part of the page that could not be loaded opens once it can be', async (own) => {
    const other = await openPage(own, behind, { secret: null, mayBeRefused: true });
    const part = /\/dialogs-.*\.js/;
    await intercept(other, part, (route) => route.abort());
    await other.getByLabel('API key').fill(service.secret);
    await other.keyboard.press('Enter');
    await other.getByText('Live').waitFor();
    cut();
    await other.getByText('Offline.').waitFor();
    await other.getByRole('button', { name: 'Menu' }).click();
    await other.unroute(part);
    restore();
    await other.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    // The page that the other subtests share went offline, too. The next subtest needs it to be
    // live again.
    await page.getByText('Live', { exact: true }).waitFor();
  });

  await t.test('a write that arrives after its time-out counts once', async () => {
    // A proxy answers in place of the service, with its own page for a missing server.
    for (const [index, status] of [500, 404].entries()) {
      const petId = 6 + index;
      const before = await entriesOf(petId);
      const late = Promise.withResolvers<Request>();
      await intercept(page, `**/inventory/${petId}`, (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        late.resolve(route.request());
        return route.fulfill({ status });
      });
      await rowOf(page, petId).click();
      await page.keyboard.type('60');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Not saved: ').waitFor();
      await page.unroute(`**/inventory/${petId}`);
      await page.request.fetch(await late.promise);
      await page.getByText(`Pet ${petId}: 10 → 60 (+50)`).waitFor();
      assert.equal(await entriesOf(petId), before + 1);
    }
  });

  await t.test('a draft changed after a lost response is not applied on top of it', async () => {
    const before = await entriesOf(5);
    await rowOf(page, 5).click();
    await page.keyboard.type('+5');
    proxy.responsesToLose = Number.POSITIVE_INFINITY;
    await page.keyboard.press('Enter');
    // The service receives the change; only its response is lost.
    await until(async () => (await entriesOf(5)) === before + 1);
    cut();
    await page.getByText('Not saved: Pawstock cannot be reached.').waitFor();
    await page.getByRole('textbox', { name: 'Quantity to add' }).fill('7');
    restore();
    await reload(page);
    await page.getByRole('textbox', { name: 'Quantity to add' }).press('Enter');
    await page.getByText('Pet 5 has been changed by another user').waitFor();
    await page.getByRole('button', { name: 'Keep theirs 15' }).click();
    assert.equal(await entriesOf(5), before + 1);
  });
});
