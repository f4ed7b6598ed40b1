import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage, quantityOf, rowOf, shows } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { wordsIn } from '../words.ts';

const locale = 'ar-EG';
const timezoneId = 'Africa/Cairo';
/** Times are the shop's, wherever the browser is. */
const timeZone = 'Asia/Tokyo';

/** Digits, separators and direction differ from English. The characters U+2068 and U+2069 keep a number in its place. */
test('the dashboard in a browser set to Arabic', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, {
    pets: [1n, 2n].map((petId) => ({ petId, quantity: 7 })),
    settings: { TIME_ZONE: timeZone },
  });
  const page = await openPage(t, service, { locale, timezoneId });
  const words = await wordsIn('ar', locale);

  await rowOf(page, 1).click();
  await page.getByLabel(words('edit.newQuantity')).fill('١٢٬٣٤٥');
  const save = page.getByRole('button', { name: words('edit.save') });
  await save.click();
  await page.getByText(words('edit.isThatRight', { before: 7, after: 12_345 })).waitFor();
  await save.click();
  // U+061C keeps the sign on the side of the number where Arabic has it.
  const change = { before: 7, after: 12_345, difference: '\u2068\u061c+١٢٬٣٣٨\u2069' };
  await page.getByText(words('stock.changed', { pet: words('stock.petAtStart', { id: '1' }), ...change })).waitFor();
  await shows(quantityOf(page, 1), '\u2068١٢٬٣٤٥\u2069');

  // React Aria's own parts speak Arabic, too, and the screen goes from right to left.
  await page.getByRole('region', { name: words('ui.notifications') }).waitFor();
  // Arabic keyboards have this letter on the key of h, which opens the history.
  await rowOf(page, 1).dispatchEvent('keydown', { key: 'ا', code: 'KeyH' });
  const drawer = page.getByRole('dialog', { name: words('stock.petAtStart', { id: '1' }) });
  const at = (await drawer.locator('time').first().getAttribute('datetime')) ?? '';
  const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  await shows(drawer.locator('time').first(), `\u2068${format.format(new Date(at))}\u2069`);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: words('status.available') }).focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.getByRole('radio', { name: words('status.pending') }).isChecked(), true);

  for (const screen of ['receiving', 'count', 'activity']) {
    await page.goto(`${service.url}/#${screen}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
  }
  const day = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(new Date(at));
  await shows(page.locator('.activity-row time').first(), `\u2068${day}\u2069`);
});
