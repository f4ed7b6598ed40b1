import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNoViolation } from '../../support/browser/axe.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import { chooseInMenu, openPage } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { tour } from '../tour.ts';
import { wordsIn } from '../words.ts';

test('accessibility', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [] });
  const page = await openPage(t, service, { secret: null, mayBeRefused: true });

  await t.test('axe finds no violation on any screen, in light and in dark mode', async () =>
    tour(page, service, await wordsIn('en'), (where) => hasNoViolation(page, where)),
  );

  await t.test('nor in print', async () => {
    await page.goto(`${service.url}/#stock`);
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.emulateMedia({ media: 'print' });
    await page.locator('.print-table').waitFor();
    await hasNoViolation(page, 'printed stock');
    await page.emulateMedia({ media: 'screen' });
    await chooseInMenu(page, 'Menu', 'Print labels');
    await page.emulateMedia({ media: 'print' });
    await page.locator('.label-card').first().waitFor();
    await hasNoViolation(page, 'labels');
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  });

  await t.test('the theme can be chosen and is remembered', async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    const light = await background();
    await choose('Dark');
    const dark = await background();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await background(), dark);
    await choose('System');
    assert.equal(await background(), light);
  });
});
