import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  clickButtons,
  hasFocus,
  intercept,
  openPage,
  quantityOf,
  rowOf,
  shows,
  typeKey,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { patienceMs, until } from '../../support/until.ts';
import { isFullyVisible } from '../visibility.ts';

/**
 * The rows of all pets are taller than the tallest element that a browser allows, so the list
 * scales its scrolling.
 */
const count = 300_000;

test('300,000 pets', { skip: noBrowser() }, async (t) => {
  const pets = Array.from({ length: count }, (_, index) => ({
    petId: BigInt(index + 1),
    quantity: index % 50,
  }));
  const service = await startService(t, { pets });
  const page = await openPage(t, service, { secret: null });

  const requested = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  await intercept(page, `${service.url}/v1/inventory`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    requested.resolve();
    await seen.promise;
    return route.continue();
  });
  await page.getByLabel('API key').fill(service.secret);
  await page.keyboard.press('Enter');
  await shows(quantityOf(page, 2), '1');
  await page.getByText('Loading all pets…').waitFor();
  await requested.promise;
  seen.resolve();
  await page.getByText('Loading all pets…').waitFor({ state: 'detached' });
  await page.unroute(`${service.url}/v1/inventory`);
  assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), String(count + 1));
  await shows(page.locator('[data-figure]').first(), '300,000');

  await t.test(
    'only visible rows are in the document, and no frame has a gap or a row that moves',
    async () => {
      const gaps = await page.evaluate(async () => {
        const found: string[] = [];
        // Fails if the browser draws no frame for 30 s. If the page itself hangs, the test times
        // out instead.
        const nextFrame = () =>
          new Promise((resolve, reject) => {
            requestAnimationFrame(resolve);
            setTimeout(
              () => reject(new Error(`no frame in 30 s; the page is ${document.visibilityState}`)),
              30_000,
            );
          });
        const steps = [
          ...Array(16).fill(300),
          ...Array(8).fill(5_000),
          ...Array(6).fill(400_000),
          ...Array(10).fill(-90),
          // These scroll steps are smaller than a row, so no other row comes into view.
          ...Array(10).fill(7),
        ];
        for (const step of steps) {
          window.scrollBy({ top: step, behavior: 'instant' });
          await nextFrame();
          const [header, body] = document.querySelectorAll('[role=grid] > [role=rowgroup]');
          const top = header?.getBoundingClientRect().bottom ?? 0;
          const bottom = body?.getBoundingClientRect().bottom ?? 0;
          const rows = [...document.querySelectorAll('[data-pet]')].map((row) =>
            row.getBoundingClientRect(),
          );
          const visible = rows
            .filter((row) => row.bottom > top && row.top < innerHeight)
            .sort((a, b) => a.top - b.top);
          let y = top;
          for (const row of visible) {
            if (row.top > y + 1) found.push(`a gap of ${row.top - y} at ${y} after ${step}`);
            y = row.bottom;
          }
          if (y < Math.min(innerHeight, bottom) - 1) found.push(`nothing below ${y} after ${step}`);
          if (rows.length > 100) found.push(`${rows.length} rows in the document`);
          const middle = document
            .elementFromPoint(innerWidth / 2, innerHeight / 2)
            ?.closest('[data-pet]');
          const shownAt = middle?.getBoundingClientRect().top ?? 0;
          await nextFrame();
          await nextFrame();
          const movedBy = (middle?.getBoundingClientRect().top ?? 0) - shownAt;
          if (Math.abs(movedBy) > 1)
            found.push(`a row moved by ${movedBy} by itself after ${step}`);
        }
        return found;
      });
      assert.deepEqual(gaps, []);
    },
  );

  await t.test('the keyboard reaches both ends, and the focused row is visible', async () => {
    await page.evaluate(() =>
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }),
    );
    await rowOf(page, count).waitFor();
    assert.equal(await rowOf(page, count).getAttribute('aria-rowindex'), String(count + 1));
    for (const [key, petId] of [
      ['Home', 1],
      ['End', count],
      ['ArrowUp', count - 1],
      ['PageUp', count - 15],
      ['ArrowDown', count - 14],
    ] as const) {
      if (key === 'Home') await rowOf(page, count).focus();
      await page.keyboard.press(key);
      await hasFocus(page, petId);
      await isFullyVisible(rowOf(page, petId));
    }
  });

  await t.test(
    'a report shows all of them, and has only the visible rows in the document',
    async () => {
      await page.goto(`${service.url}/#reports?show=sold`);
      const table = page.getByRole('region', { name: 'Slow movers', exact: true });
      const rows = table.locator('tbody tr[aria-rowindex]');
      // On a busy machine, the report of so many pets can take more than a minute.
      await table
        .getByRole('button', { name: 'Show all 294,000' })
        .click({ timeout: 2 * patienceMs });
      await table.getByRole('cell', { name: 'Pet 50', exact: true }).waitFor();
      // The button that was pressed is gone, so the table has the focus.
      await table.locator('[data-all]:focus').waitFor();
      await table.locator('[data-all]').evaluate((it) => it.scrollTo(0, it.scrollHeight));
      await until(async () => (await rows.last().getAttribute('aria-rowindex')) === '294001');
      assert.ok((await rows.count()) < 100);
    },
  );

  await t.test(
    'the activity has few rows in the document, and prints the newest 5,000',
    async () => {
      // The device's clock is a minute fast, so the page asks for times in the future. The service
      // must accept them.
      await page.clock.setSystemTime(Date.now() + 60_000);
      await page.goto('about:blank');
      // The page reloads the list of changes once /healthz has told it the shop's time zone, so the
      // test waits for that.
      const hasTimeZone = page.waitForResponse('**/healthz');
      await page.goto(`${service.url}/#activity?range=week`);
      await typeKey(page, service.secret);
      await hasTimeZone;
      await page.getByText('These are the newest 5,000 changes; there are earlier ones.').waitFor();
      const rows = page.locator('[data-entry]');
      const list = page.getByRole('list', { name: 'Changes, newest first' });
      const item = (place: number) => list.locator(`[aria-posinset="${place}"]`);
      assert.ok((await rows.count()) < 100, `${await rows.count()} rows`);
      // The change that has the focus stays in the document while others scroll by.
      await item(1).getByRole('button').focus();
      await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
      await item(5_000).waitFor();
      assert.equal(await item(5_000).getAttribute('aria-setsize'), '5000');
      await item(1).getByRole('button').and(page.locator(':focus')).waitFor();
      assert.ok((await rows.count()) < 100, `${await rows.count()} rows`);
      await page.evaluate('window.scrollTo(0, 0)');
      await clickButtons(page, 'Load them');
      await page.getByText('These are the newest 10,000 changes').waitFor();
      await page.locator('[role=status]:focus').waitFor();
      await page.emulateMedia({ media: 'print' });
      await until(async () => (await rows.count()) === 5_000);
      await page.getByText('Only the newest 5,000 changes are printed').waitFor();
    },
  );
});
