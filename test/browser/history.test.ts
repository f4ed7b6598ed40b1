import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { hasFocus, openPage, rowOf, setElsewhere, shows, showsAll } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

test('history of a pet', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 10 }] });
  for (let quantity = 1; quantity <= 70; quantity++) await setElsewhere(service, 1, quantity);
  const page = await openPage(t, service);
  const dialog = page.getByRole('dialog', { name: 'Pet 1' });
  const prepare = async () => {
    await rowOf(page, 1).focus();
    await page.keyboard.press('h');
    await dialog.waitFor();
  };
  const subtest = await subtestsOf(t, service, page, { prepare });

  await subtest('lists changes newest first, loads more, and draws a chart with a text alternative', async () => {
    await until(async () => (await dialog.getByRole('listitem').count()) === 50);
    await shows(dialog.getByRole('listitem').first().locator('.quantity-change'), '69 →to 70 (+1)');
    await dialog.getByText('Set by admin, damage').first().waitFor();
    await dialog.getByRole('button', { name: 'Load more' }).click();
    await until(async () => (await dialog.getByRole('listitem').count()) === 71);
    await shows(dialog.getByRole('listitem').last().locator('.quantity-change'), '10 (+10)');
    assert.equal(await dialog.getByRole('button', { name: 'Load more' }).count(), 0);
    const chart = dialog.getByRole('img');
    const description = (await chart.getAttribute('aria-label')) ?? '';
    assert.match(description, /^Quantity of pet\s1 since .+, 71 changes: lowest 1, highest 70, now 70\.$/);
    const line = (await chart.locator('.chart-line').getAttribute('d')) ?? '';
    assert.equal(line.split('V').length - 1, 71, 'one step per change');
  });

  await subtest('values can be read off the chart, which follows changes', async () => {
    await until(async () => (await dialog.getByRole('listitem').count()) === 50);
    await showsAll(dialog.locator('.chart-scale span'), ['70', '35', '0']);
    await setElsewhere(service, 1, 71);
    await showsAll(dialog.locator('.chart-scale span'), ['72', '36', '0']);
    const caption = dialog.locator('figcaption');
    assert.match((await caption.textContent()) ?? '', /^\S+ \d+, \d{4}, \d+:\d\d\s[AP]Mnow$/);
    const box = await dialog.getByRole('img').boundingBox();
    assert.ok(box !== null);
    // The first of the 50 changes that are shown has led to 21, the last to 71.
    for (const [x, value] of [
      [box.x, '21'],
      [box.x + box.width, '71'],
    ] as const) {
      await page.mouse.move(x, box.y + box.height / 2);
      await shows(caption.locator('strong'), value);
    }
    assert.match((await caption.textContent()) ?? '', /^71 since \S+ \d+, \d{4}, \d+:\d\d\s[AP]M$/);

    // Changes are added as they happen.
    await setElsewhere(service, 1, 500);
    await shows(dialog.getByRole('listitem').first().locator('.quantity-change'), '71 →to 500 (+429)');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(page, 1);
  });
});
