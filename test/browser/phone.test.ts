import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, quantityOf, rowOf, setElsewhere, shows } from '../support/browser.ts';
import { noBrowser } from '../support/chromium.ts';
import { startService } from '../support/service.ts';

test('on a phone', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, {
    pets: [
      { petId: -9223372036854775808n, quantity: 9007199254740991 },
      { petId: 1n, quantity: 3 },
      { petId: 2n, quantity: 0, status: 'sold' },
    ],
  });
  const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

  await t.test('signing in', async (t) => {
    const page = await openPage(t, service, { ...phone, secret: null });
    await page.getByLabel('API key').waitFor();
    await fits(page);
  });

  const page = await openPage(t, service, phone);
  await quantityOf(page, 1).waitFor();

  await t.test('nothing is wider than the screen or too small for a thumb', async () => {
    await fits(page);
  });

  await t.test('a quantity is changed by taps alone', async () => {
    await rowOf(page, 1).tap();
    await fits(page);
    await page.getByRole('button', { name: 'One more' }).tap();
    await page.getByRole('button', { name: 'One more' }).tap();
    await page.getByRole('radio', { name: 'arrival' }).tap();
    await shows(page.locator('.outlook'), '3 →to 5 (+2)');
    await page.getByRole('button', { name: 'Save' }).tap();
    await shows(quantityOf(page, 1), '5');
    await fits(page);
    await page.getByRole('button', { name: 'Dismiss' }).tap();
  });

  await t.test('a conflict, the history and the menus', async () => {
    await rowOf(page, 1).tap();
    await page.getByRole('button', { name: 'One less' }).tap();
    await setElsewhere(service, 1, 50);
    await page.getByRole('button', { name: 'Keep theirs 50' }).waitFor();
    await fits(page);
    await page.getByRole('button', { name: 'Keep theirs 50' }).tap();
    await page.getByRole('button', { name: 'More about pet 1' }).tap();
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    await fits(page);
    await page.getByRole('menuitem', { name: 'History' }).tap();
    await page.getByRole('dialog', { name: 'Pet 1' }).waitFor();
    await fits(page);
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('menuitem', { name: 'Add pet' }).tap();
    await page.getByRole('dialog', { name: 'Add a pet' }).waitFor();
    await fits(page);
  });
});

/** No scrolling sideways; whatever can be pressed or typed into is at least 44 pixels high and wide. */
async function fits(page: Page): Promise<void> {
  const { width, small } = await page.evaluate(() => {
    // Radio buttons are unseen; what is pressed is as high as the frame around them.
    const pressed = 'button, a[href], input:not([type=radio]), [role^=menuitem], .segments';
    const seen = [...document.querySelectorAll<HTMLElement>(pressed)].filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      return width > 1 && height > 1 && control.closest('[inert], [hidden], [style*="width: 1px"]') === null;
    });
    return {
      width: document.documentElement.scrollWidth,
      small: seen
        .map((control) => ({ name: control.outerHTML.slice(0, 120), box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`),
    };
  });
  assert.deepEqual(small, []);
  assert.ok(width <= 375, `the page is ${width} pixels wide`);
}
