import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage, quantityOf, rowOf, setElsewhere, shows } from '../../support/browser/page.ts';
import { subtestsOf } from '../../support/browser/subtests.ts';
import { startService } from '../../support/service/service.ts';
import { isFullyVisible } from '../visibility.ts';

test('phone', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, {
    pets: [
      { petId: -9223372036854775808n, quantity: 9007199254740991 },
      { petId: 1n, quantity: 3 },
      { petId: 2n, quantity: 0, status: 'sold' },
      ...Array.from({ length: 28 }, (_, index) => ({ petId: BigInt(index + 3), quantity: 10 })),
    ],
  });
  const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

  await t.test('sign-in and table fit the screen, with large enough touch targets', async (own) => {
    const page = await openPage(own, service, { ...phone, secret: null });
    await page.getByLabel('API key').waitFor();
    await fits(page);
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await quantityOf(page, 1).waitFor();
    await fits(page);
  });

  const page = await openPage(t, service, phone);
  const offer = await page.locator('.toast').boundingBox();
  assert.ok(offer !== null && offer.height <= 90, `the offer to remember the key covers the table: ${offer?.height}`);
  const subtest = await subtestsOf(t, service, page);

  await subtest('the screens are one tap away, and all that they need is visible', async () => {
    for (const element of [page.getByRole('searchbox'), page.locator('.row').first()]) {
      const box = await element.boundingBox();
      assert.ok(box !== null && box.y + box.height <= 350, JSON.stringify(box));
    }

    for (const [name, heading] of [
      ['Receive', 'Receive a delivery'],
      ['Count', 'Count stock'],
      ['Activity', 'Activity'],
    ] as const) {
      await page.getByRole('link', { name }).tap();
      await page.getByRole('heading', { name: heading }).waitFor();
      await fits(page);
    }

    await page.getByRole('link', { name: 'Count' }).tap();
    await page.getByRole('button', { name: 'Guided count' }).tap();
    for (const control of ['End guided count', 'Count sheet', 'Later', 'Next'])
      await isFullyVisible(page.getByRole('button', { name: control }));
    await isFullyVisible(page.getByText('Hide expected numbers'));
    await isFullyVisible(page.getByLabel('Counted', { exact: true }));
    await fits(page);
  });

  await subtest('Back closes what is open, and keeps unsaved input', async () => {
    const goBack = () => page.evaluate('history.back()');
    await page.getByRole('link', { name: 'Activity' }).tap();
    await page.getByRole('link', { name: 'Stock' }).tap();
    await rowOf(page, 1).tap();
    const editor = page.getByRole('form', { name: 'Change pet 1' });
    await editor.waitFor();
    await page.getByRole('button', { name: 'History' }).tap();
    await page.getByRole('dialog', { name: 'Pet 1' }).waitFor();
    await goBack();
    await page.getByRole('dialog', { name: 'Pet 1' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Increase by 1' }).tap();
    await goBack();
    await page.getByText('Save or cancel the change to pet 1 first.').waitFor();
    await editor.waitFor();
    await page.getByRole('button', { name: 'Decrease by 1' }).tap();
    await goBack();
    await editor.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).hash, '#stock');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('menuitem', { name: 'Add pet' }).tap();
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const button of ['Menu', 'More actions for pet 1']) {
      await page.getByRole('button', { name: button, exact: true }).tap();
      await page.getByRole('menu').waitFor();
      await goBack();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    assert.equal(new URL(page.url()).hash, '#stock');
    await goBack();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
  });

  await subtest('an editor that opens while another closes stays open, and is used by tapping', async () => {
    await rowOf(page, 1).tap();
    await page.getByRole('form', { name: 'Change pet 1' }).waitFor();
    await page.evaluate(async () => {
      const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      const go = history.go.bind(history);
      // The entry of the first one in the browser's history goes a moment after it has been told to.
      history.go = (delta) => {
        go(delta);
        document.querySelector<HTMLElement>('[data-pet="3"]')?.click();
      };
      document.querySelector<HTMLElement>('.editor-actions .button:not([data-primary])')?.click();
      await gone;
      history.go = go;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    const editor = page.getByRole('form', { name: 'Change pet 3' });
    assert.equal(await editor.count(), 1);
    await page.evaluate('history.back()');
    await editor.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('grid').count(), 1);

    // A quantity is changed by tapping.
    await rowOf(page, 1).tap();
    await fits(page);
    await page.getByRole('button', { name: 'Increase by 1' }).tap();
    await page.getByRole('button', { name: 'Increase by 1' }).tap();
    await page.getByRole('radio', { name: 'arrival' }).tap();
    await shows(page.locator('.outcome'), '3 →to 5 (+2)');
    await page.getByRole('button', { name: 'Save' }).tap();
    await shows(quantityOf(page, 1), '5');
    await fits(page);
  });

  await subtest('with the keyboard up, the pet, the outcome and Save are visible', async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    for (const petId of [1, 9, 17]) {
      await rowOf(page, petId).scrollIntoViewIfNeeded();
      await rowOf(page, petId).tap();
      await page.getByRole('form', { name: `Change pet ${petId}` }).waitFor();
      await page.keyboard.type('+2');
      for (const visible of [rowOf(page, petId), page.locator('.outcome'), page.getByRole('button', { name: 'Save' })])
        await isFullyVisible(visible);
      assert.equal(await page.getByRole('textbox', { name: 'Quantity to add' }).getAttribute('enterkeyhint'), 'done');
      await page.getByRole('button', { name: 'Save' }).tap();
      await page.getByText(`Pet ${petId}:`).waitFor();
      // The toast is there, and covers neither this row nor the next.
      await isFullyVisible(rowOf(page, petId));
      await isFullyVisible(rowOf(page, petId + 1));
    }
  });

  await subtest('conflict, history and menus', async () => {
    await rowOf(page, 1).tap();
    await page.getByRole('button', { name: 'Decrease by 1' }).tap();
    await setElsewhere(service, 1, 50);
    await page.getByRole('button', { name: 'Keep theirs 50' }).waitFor();
    await fits(page);
    await page.getByRole('button', { name: 'Keep theirs 50' }).tap();
    await page.getByRole('button', { name: 'More actions for pet 1', exact: true }).tap();
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
    await page.keyboard.press('Escape');
    await service.call('PATCH', '/v1/inventory/1/details', { body: { name: 'x'.repeat(200) } });
    await page.reload();
    await page.locator('.cell-name', { hasText: 'xxx' }).waitFor();
    await fits(page);
    await service.call('PATCH', '/v1/inventory/1/details', { body: { name: null } });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('menuitem', { name: 'Key: admin' }).tap();
    await page.getByRole('dialog', { name: 'Your key' }).waitFor();
    await fits(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('menuitem', { name: 'Import spreadsheet' }).tap();
    await page.getByText('An Excel (.xlsx) or CSV file').waitFor();
    await fits(page);
    for (const [header, expected] of [
      ['Code,Menge,Bezeichnung', 'Which columns'],
      ['Pet ID,Menge,Bezeichnung', 'Nothing has been saved yet'],
    ] as const) {
      const buffer = Buffer.from(`${header}\n1,7,A very long name that no phone has room for in one line\n`);
      await page.locator('input[type=file]').setInputFiles({ name: 'pets.csv', mimeType: 'text/csv', buffer });
      await page.getByText(expected).waitFor();
      await fits(page);
      await page.getByRole('button', { name: 'Choose another file' }).tap();
    }
  });
});

/** No horizontal scrolling; every control is at least 44 by 44 pixels. */
async function fits(page: Page): Promise<void> {
  const { width, small } = await page.evaluate(() => {
    // The touch target of a radio input is as high as the frame around it, that of a checkbox is its label.
    const controls =
      'button, a[href], select, input:not([type=radio], [type=checkbox]), .checkbox, [role^=menuitem], .segments';
    const visible = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      return width > 1 && height > 1 && control.closest('[inert], [hidden], [style*="width: 1px"]') === null;
    });
    return {
      width: document.documentElement.scrollWidth,
      small: visible
        .map((control) => ({ name: control.outerHTML.slice(0, 120), box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`),
    };
  });
  assert.deepEqual(small, []);
  assert.ok(width <= 375, `the page is ${width} pixels wide`);
}
