import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { chooseInMenu, openPage, quantityOf, rowOf, setDetails, shows, typeLines } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { numberedPets } from '../../support/service/store-contents.ts';
import { openList, petField } from '../lists.ts';
import { fits, isFullyVisible } from '../visibility.ts';

const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };

test('phone', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(30, 10) });
  const page = await openPage(t, service, phone);
  const goBack = () => page.evaluate('history.back()');

  await t.test('the first rows and the search are visible, also beside the offer to remember the key', async () => {
    const offer = await page.locator('.toast').boundingBox();
    assert.ok(offer !== null && offer.height <= 90, `the offer is ${offer?.height} pixels high`);
    for (const element of [page.getByRole('searchbox'), page.locator('.row').first()]) {
      const box = await element.boundingBox();
      assert.ok(box !== null && box.y + box.height <= 350, JSON.stringify(box));
    }
  });

  await t.test('the screens are one tap away, and a guided count shows all that it needs', async () => {
    for (const [name, heading] of [
      ['Receive', 'Receive a delivery'],
      ['Activity', 'Activity'],
      ['Count', 'Count stock'],
    ] as const) {
      await page.getByRole('link', { name }).tap();
      await page.getByRole('heading', { name: heading }).waitFor();
    }
    await page.getByRole('button', { name: 'Guided count' }).tap();
    for (const control of ['End guided count', 'Count sheet', 'Later', 'Next'])
      await isFullyVisible(page.getByRole('button', { name: control }));
    await isFullyVisible(page.getByText('Hide expected numbers'));
    await isFullyVisible(page.getByLabel('Counted', { exact: true }));
  });

  await t.test('Back closes what is open, and keeps unsaved input', async () => {
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
    await chooseInMenu(page, 'Menu', 'Add pet');
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
    await page.getByRole('link', { name: 'Stock' }).tap();
  });

  await t.test('an editor that opens while another one closes stays open', async () => {
    await rowOf(page, 1).tap();
    await page.getByRole('form', { name: 'Change pet 1' }).waitFor();
    await page.evaluate(async () => {
      const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      const go = history.go.bind(history);
      // The browser removes the entry of the first editor a moment after this call, and the second one opens meanwhile.
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
    await goBack();
    await editor.waitFor({ state: 'detached' });
  });

  await t.test('a quantity is changed by tapping', async () => {
    await rowOf(page, 1).tap();
    await page.getByRole('button', { name: 'Increase by 1' }).tap();
    await page.getByRole('button', { name: 'Increase by 1' }).tap();
    await page.getByRole('radio', { name: 'Arrival' }).tap({ force: true });
    await shows(page.locator('.outcome'), '10 →to 12 (+2)');
    await page.getByRole('button', { name: 'Save' }).tap();
    await shows(quantityOf(page, 1), '12');
  });

  await t.test('with the keyboard up, the pet, the outcome and Save are visible', async () => {
    await page.reload();
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
      // The toast covers neither this row nor the next.
      await isFullyVisible(rowOf(page, petId));
      await isFullyVisible(rowOf(page, petId + 1));
    }
  });

  await t.test('and on a list, the number, the outcome and Save', async () => {
    await setDetails(service, { 21: { name: 'Rabbit' } });
    await page.reload();
    await openList(page, 'receiving');
    // Once a pet has a name, the phone shows a keyboard with letters.
    await petField(page).and(page.locator('[inputmode=text]')).waitFor();
    for (let petId = 1; petId <= 9; petId++) await typeLines(page, String(petId), '1');
    for (const [viewport, outcome] of [
      [{ width: 390, height: 500 }, '(+3)'],
      [{ width: 640, height: 400 }, '(+5)'],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.keyboard.type('9');
      // A phone's keyboard for numbers may have no Enter.
      await page.getByRole('button', { name: 'Next' }).tap();
      await page.keyboard.type('2');
      const number = page.getByLabel('Arrived', { exact: true });
      await page.locator('.entry-outcome').filter({ hasText: outcome }).waitFor();
      for (const visible of [number, page.locator('.entry-outcome'), page.getByRole('button', { name: 'Save' })])
        await isFullyVisible(visible);
      assert.equal(await number.getAttribute('inputmode'), 'numeric');
      assert.equal(await number.getAttribute('enterkeyhint'), 'next');
      await page.getByRole('button', { name: 'Next' }).tap();
    }
  });

  await t.test('a long name fits', async () => {
    await setDetails(service, { 1: { name: 'x'.repeat(200) } });
    await page.setViewportSize(phone.viewport);
    await page.goto(`${service.url}/#stock`);
    await page.reload();
    await page.locator('.cell-name', { hasText: 'xxx' }).waitFor();
    await fits(page, 'stock with a long name');
  });
});
