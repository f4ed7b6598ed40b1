import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage, quantityOf, reload, shows, showsAll } from '../../support/browser/page.ts';
import { TcpProxy } from '../../support/network/tcp-proxy.ts';
import { startService } from '../../support/service/service.ts';
import { numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';

/** The word "Live" must be true: of a service that hangs, of many changes, and after midnight. */

test('a service that hangs is not called live for longer than ten seconds', {
  skip: noBrowser(),
}, async (t) => {
  const service = await startService(t, { pets: numberedPets(3, 10) });
  const proxy = await TcpProxy.start(t, service.port);
  const behind = { ...service, url: `http://127.0.0.1:${proxy.port}` };
  const page = await openPage(t, behind, { mayBeRefused: true });
  await page.getByText('Live', { exact: true }).waitFor();
  proxy.frozen = true;
  const frozenAtMs = performance.now();
  await page.getByText('Offline.').waitFor();
  const tookMs = performance.now() - frozenAtMs;
  t.diagnostic(`offline after ${Math.round(tookMs)} ms`);
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
  proxy.frozen = false;
  await page.getByText('Live', { exact: true }).waitFor();
});

test('12,000 changes by others leave every screen usable', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(1_000, 10) });
  const page = await openPage(t, service);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  // The longest time in which the page draws nothing and takes no key.
  await page.evaluate(`{
    window.longestMs = 0;
    let lastMs = performance.now();
    const frame = () => {
      const nowMs = performance.now();
      window.longestMs = Math.max(window.longestMs, nowMs - lastMs);
      lastMs = nowMs;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }`);
  const rows = Array.from({ length: 300 }, (_, petId) => ({ petId, delta: 1, reason: 'arrival' }));
  for (let batch = 0; batch < 40; batch++) {
    const { status } = await service.call('PATCH', '/v1/inventory', { body: rows });
    assert.equal(status, 200);
  }
  await until(async () => /12,000/.test((await page.locator('main dl').textContent()) ?? ''));
  const longestMs = await page.evaluate<number>('window.longestMs');
  t.diagnostic(`longest gap between two frames: ${Math.round(longestMs)} ms`);
  assert.ok(longestMs < 2_000, `${longestMs} ms`);
  await page.getByRole('link', { name: 'Stock' }).click();
  await shows(quantityOf(page, 0), '50');
});

test('a new day begins on the screens without a reload', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(3, 10) });
  const page = await openPage(t, service);
  await page.clock.install();
  await reload(page);
  await page.getByText('Live', { exact: true }).waitFor();
  const body = { delta: -2, reason: 'sale' };
  await service.call('POST', '/v1/inventory/1/adjustments', { body });
  await page.getByText('2 sold today').waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  const sums = page.locator('main dd').getByRole('button');
  await showsAll(sums.first(), ['2']);
  await page.clock.fastForward(24 * 3_600_000);
  await showsAll(sums.first(), ['0']);
  await page.getByRole('link', { name: 'Stock' }).click();
  await page.getByText('0 sold today').waitFor();
});

test('reports follow what others sell', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(3, 10) });
  const page = await openPage(t, service);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('Sold', { exact: true }).click();
  const sold = page.locator('main dd').getByRole('link').first();
  await shows(sold, '0');
  const body = { delta: -2, reason: 'sale' };
  await service.call('POST', '/v1/inventory/1/adjustments', { body });
  await shows(sold, '2');
});
