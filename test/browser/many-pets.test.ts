import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, quantityOf, rowOf, setElsewhere, shows } from '../support/browser.ts';
import { noBrowser } from '../support/chromium.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const count = 100_000;

test('100,000 pets', { skip: noBrowser() }, async (t) => {
  const pets = Array.from({ length: count }, (_, index) => ({ petId: BigInt(index + 1), quantity: index % 50 }));
  const service = await startService(t, { pets });
  const page = await openPage(t, service, { secret: null });

  await t.test('the first rows are there before the whole list is', async () => {
    let whole: 'asked for' | 'answered' | undefined;
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route(`${service.url}/v1/inventory`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      whole = 'asked for';
      await held;
      whole = 'answered';
      return route.continue();
    });
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await shows(quantityOf(page, 2), '1');
    await page.getByText('Loading all pets…').waitFor();
    await until(() => whole === 'asked for');
    release();
    await page.getByText('Loading all pets…').waitFor({ state: 'detached' });
    await page.unroute(`${service.url}/v1/inventory`);
    assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), String(count + 1));
    await shows(page.locator('.tile-value').first(), '100,000');
  });

  await t.test('only what is in sight is in the document, and no frame of scrolling has a gap', async () => {
    const gaps = await page.evaluate(async () => {
      const found: string[] = [];
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const steps = [
        ...Array(40).fill(300),
        ...Array(20).fill(5_000),
        ...Array(10).fill(400_000),
        ...Array(20).fill(-90),
      ];
      for (const step of steps) {
        window.scrollBy({ top: step, behavior: 'instant' });
        await nextFrame();
        const top = document.querySelector('.table-head')?.getBoundingClientRect().bottom ?? 0;
        const bottom = document.querySelector('.table-body')?.getBoundingClientRect().bottom ?? 0;
        const rows = [...document.querySelectorAll('.row')].map((row) => row.getBoundingClientRect());
        const seen = rows.filter((row) => row.bottom > top && row.top < innerHeight).sort((a, b) => a.top - b.top);
        let y = top;
        for (const row of seen) {
          if (row.top > y + 1) found.push(`a gap of ${row.top - y} at ${y} after ${step}`);
          y = row.bottom;
        }
        if (y < Math.min(innerHeight, bottom) - 1) found.push(`nothing below ${y} after ${step}`);
        if (rows.length > 100) found.push(`${rows.length} rows in the document`);
      }
      return found;
    });
    assert.deepEqual(gaps, []);
  });

  await t.test('the last one is the last one', async () => {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await rowOf(page, count).waitFor();
    assert.equal(await rowOf(page, count).getAttribute('aria-rowindex'), String(count + 1));
  });

  await t.test('a search answers with every key', async () => {
    await page.keyboard.press('/');
    const startedAtMs = await page.evaluate(() => performance.now());
    await page.keyboard.type('77777');
    await rowOf(page, 77_777).waitFor();
    await page.getByText('1 pet found').waitFor();
    const tookMs = (await page.evaluate(() => performance.now())) - startedAtMs;
    t.diagnostic(`five keys took ${Math.round(tookMs)} ms`);
    // Far more than it takes: the machine may be slow and busy.
    assert.ok(tookMs < 15_000, `${tookMs} ms`);
    await page.keyboard.press('Escape');
  });

  await t.test('sorting and a change in the middle', async () => {
    await page.getByRole('columnheader', { name: 'Quantity' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Quantity' }).getByRole('button').click();
    await page.evaluate(() => window.scrollTo({ top: 1_000_000, behavior: 'instant' }));
    await page.getByRole('radio', { name: 'Available' }).click({ force: true });
    await shows(quantityOf(page, 50), '49');
    await setElsewhere(service, 50_001, 9_999);
    await shows(quantityOf(page, 50_001), '9,999');
    assert.equal(await rowOf(page, 50_001).getAttribute('aria-rowindex'), '2');
  });
});
