import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { hasNoViolation } from '../../support/browser/axe.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  chooseInMenu,
  clickButtons,
  openPage,
  quantityOf,
  reload,
  rowOf,
  setDetails,
  shows,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { openList, petField } from '../lists.ts';
import { isFullyVisible } from '../visibility.ts';

const desktop = { width: 1280, height: 800 };
const phone = { width: 375, height: 700 };
/** The window of a phone while its on-screen keyboard is open. */
const withKeyboard = { width: 390, height: 500 };
const onItsSide = { width: 740, height: 330 };
/** The window of a desktop browser that is zoomed to 200%. */
const zoomed = { width: 640, height: 400 };

const statuses = ['available', 'pending', 'sold'] as const;
const pets = Array.from({ length: 80 }, (_, index) => {
  return {
    petId: BigInt(index + 1),
    quantity: index < 60 ? 3 : 40,
    status: statuses[index] ?? 'available',
  };
});

/**
 * Changes pets at the bottom of the window. Neither the editor nor the toast may cover rows or
 * controls in use.
 */
async function changesInSight(
  page: Page,
  size: typeof desktop,
  petIds: readonly number[],
): Promise<void> {
  const save = page.getByRole('button', { name: 'Save' });
  await page.setViewportSize(size);
  for (const petId of petIds) {
    await page.evaluate((rows) => {
      const [, body] = document.querySelectorAll('[role=grid] > [role=rowgroup]');
      const top = body?.getBoundingClientRect().top ?? 0;
      const rowHeight = document.querySelector('[data-pet]')?.getBoundingClientRect().height ?? 0;
      window.scrollBy({ top: top + rows * rowHeight - innerHeight, behavior: 'instant' });
    }, petId);
    await rowOf(page, petId).click();
    await page.keyboard.type('+1');
    for (const needed of [
      rowOf(page, petId),
      page.getByLabel('Quantity to add'),
      page.locator('[data-outcome]'),
      save,
    ])
      await isFullyVisible(needed);
    await save.click();
    await page.getByText(`Pet ${petId}:`).waitFor();
    for (const needed of [petId, petId + 1]) await isFullyVisible(rowOf(page, needed));
  }
}

test('layout on a desktop', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  const page = await openPage(t, service);

  await t.test('twelve pets fit, and a status shows where it is not "available"', async () => {
    await shows(rowOf(page, 3).locator('[data-column=status]'), 'SoldStill in stock');
    for (let petId = 1; petId <= 12; petId++) await isFullyVisible(rowOf(page, petId));
    const shown = await page
      .locator('[data-pet] [data-column=status]')
      .evaluateAll((all) =>
        all.slice(0, 4).map((one) => [one.textContent, getComputedStyle(one).fontSize !== '0px']),
      );
    assert.deepEqual(shown, [
      ['Available', false],
      ['Pending', true],
      ['SoldStill in stock', true],
      ['Available', false],
    ]);
  });

  await t.test(
    'an editor shows its pet, and a toast covers neither the changed row nor the next',
    async () => {
      await changesInSight(page, desktop, [3, 8, 9, 79]);
      await changesInSight(page, zoomed, [1, 5, 12]);
    },
  );

  await t.test('a toast has its buttons on one line, and no dialog below it', async () => {
    const box = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const { width, height } of [desktop, phone, { width: 320, height: 568 }, onItsSide]) {
      const where = `${width} by ${height}`;
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      await rowOf(page, 4).click();
      await page.keyboard.type('3c');
      await clickButtons(page, 'Save');
      await page.getByRole('button', { name: 'Undo' }).first().hover();
      const buttons = await page
        .getByRole('alertdialog')
        .first()
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      assert.equal(new Set(buttons.map(({ top }) => top)).size, 1, where);
      const [toast] = await box('[role=alertdialog]');
      assert.ok(
        toast !== undefined && toast.height < 66 && toast.right <= width,
        `${where}: ${toast?.height} high`,
      );
      // The history is a drawer, and the list of shortcuts is a dialog.
      for (const open of [
        () => chooseInMenu(page, 'More actions for pet 4', 'History'),
        () => page.keyboard.press('?'),
      ]) {
        await open();
        await page.getByRole('dialog').waitFor();
        await until(
          async () =>
            ((await box('[role=dialog]'))[0]?.bottom ?? height) <=
            ((await box('[role=alertdialog]'))[0]?.top ?? 0) + 1,
          () => `${where}: the toast is over the dialog`,
        );
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    await page.setViewportSize(desktop);
  });

  await t.test('the theme can be chosen and is remembered', async () => {
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const choose = async (name: string) => {
      await clickButtons(page, 'Menu');
      await page.getByRole('menuitemradio', { name }).click();
    };
    const light = await background();
    await choose('Dark');
    const dark = await background();
    assert.notEqual(dark, light);
    await reload(page);
    assert.equal(await background(), dark);
    await choose('System');
    assert.equal(await background(), light);
  });

  await t.test('forced colours show what is chosen', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await rowOf(page, 1).click();
    await page.keyboard.type('+1');
    await page.getByRole('radio', { name: 'Damage' }).click({ force: true });
    const background = (text: string) =>
      page
        .locator('nav a, label:has([type=radio])')
        .filter({ hasText: new RegExp(`^${text}$`) })
        .first()
        .evaluate((it) => getComputedStyle(it).backgroundColor);
    for (const [chosen, other] of [
      ['Stock', 'Activity'],
      ['All', 'Pending'],
      ['Add', 'Remove'],
      ['Damage', 'Sale'],
    ] as const)
      assert.notEqual(await background(chosen), await background(other), chosen);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await t.test('prints all rows of the filter, in black and white', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('button', { hasText: 'Low stock' }).click();
    await page.evaluate(() =>
      window.addEventListener('beforeprint', () => {
        document.title = `${document.querySelectorAll('[data-print] tbody tr').length} rows`;
      }),
    );
    await page.pdf();
    assert.equal(await page.title(), '60 rows');
    assert.equal(await page.locator('[data-print]').count(), 0, 'left in the document');
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('[data-print]');
    await printed.getByRole('heading', { name: 'Low stock, up to 5' }).waitFor();
    await printed.getByText(/^60 pets, /).waitFor();
    assert.equal(await printed.locator('tbody tr').last().textContent(), '60Available3Low');
    assert.equal(await page.getByRole('grid').isVisible(), false);
    const colors = await printed.evaluate((it) => [
      getComputedStyle(document.documentElement).backgroundColor,
      ...new Set([it, ...it.querySelectorAll('*')].map((one) => getComputedStyle(one).color)),
    ]);
    assert.deepEqual(colors, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    await hasNoViolation(page, 'printed stock');
  });
});

test('layout on a phone', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets });
  const page = await openPage(t, service, { viewport: phone, hasTouch: true, isMobile: true });
  const goBack = () => page.evaluate('history.back()');

  await t.test('the first rows and the search are visible', async () => {
    for (const element of [page.getByRole('searchbox'), rowOf(page, 1)]) {
      const box = await element.boundingBox();
      // The element must end in the upper 55 % of the window. Wide typefaces such as DejaVu Sans
      // need so much space.
      assert.ok(box !== null && box.y + box.height <= 0.55 * phone.height, JSON.stringify(box));
    }
  });

  await t.test(
    'the screens are one tap away, and a guided count shows all that it needs',
    async () => {
      for (const [name, heading] of [
        ['Receive', 'Receive a delivery'],
        ['Activity', 'Activity'],
        ['Count', 'Count stock'],
      ] as const) {
        await page.getByRole('link', { name }).tap();
        await page.getByRole('heading', { name: heading }).waitFor();
      }
      await page.getByRole('button', { name: 'Guided count' }).tap();
      for (const control of ['End guided count', 'Count sheet', 'Later', 'Add'])
        await isFullyVisible(page.getByRole('button', { name: control }));
      await isFullyVisible(page.getByText('Hide expected numbers'));
      await isFullyVisible(page.getByLabel('Pet ID or name'));
    },
  );

  await t.test(
    'Back closes what is open, and keeps a change until it is saved by tapping',
    async () => {
      await page.getByRole('link', { name: 'Activity' }).tap();
      await page.getByRole('link', { name: 'Stock' }).tap();
      await rowOf(page, 1).tap();
      const editor = page.getByRole('form', { name: 'Change pet 1' });
      await editor.waitFor();
      await page.getByRole('button', { name: 'History' }).tap();
      await page.getByRole('dialog', { name: 'Pet 1' }).waitFor();
      await goBack();
      await page.getByRole('dialog', { name: 'Pet 1' }).waitFor({ state: 'detached' });
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Increase by 1' }).tap();
      await page.getByRole('radio', { name: 'Arrival' }).tap({ force: true });
      await goBack();
      await page.getByText('Save or cancel the change to pet 1 first.').waitFor();
      await shows(page.locator('[data-outcome]'), '3 →to 5 (+2)');
      await page.getByRole('button', { name: 'Save' }).tap();
      await shows(quantityOf(page, 1), '5');
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
    },
  );

  await t.test('an editor that opens while another one closes stays open', async () => {
    await rowOf(page, 1).tap();
    await page.getByRole('form', { name: 'Change pet 1' }).waitFor();
    await page.evaluate(async () => {
      const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      const go = history.go.bind(history);
      // Closing an editor goes back in the browser's history. That takes a moment, in which the
      // user opens pet 3.
      history.go = (delta) => {
        go(delta);
        document.querySelector<HTMLElement>('[data-pet="3"]')?.click();
      };
      const buttons = document.querySelectorAll<HTMLElement>('[data-editor] button');
      [...buttons].find(({ textContent }) => textContent === 'Cancel')?.click();
      await gone;
      history.go = go;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    const editor = page.getByRole('form', { name: 'Change pet 3' });
    assert.equal(await editor.count(), 1);
    await goBack();
    await editor.waitFor({ state: 'detached' });
  });

  await t.test(
    'on its side, it shows four pets, links to all screens, and what the editor needs',
    async () => {
      await page.setViewportSize(onItsSide);
      // A reload removes the toasts of earlier changes.
      await reload(page);
      for (let petId = 1; petId <= 4; petId++) await isFullyVisible(rowOf(page, petId));
      for (const link of await page.getByRole('navigation').getByRole('link').all())
        await isFullyVisible(link);
      await isFullyVisible(page.getByRole('searchbox'));
      await rowOf(page, 1).tap();
      for (const name of ['Save', 'Cancel'])
        await isFullyVisible(page.getByRole('button', { name }));
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await hasNoViolation(page, 'shortcuts in a low window');
      await page.keyboard.press('Escape');
    },
  );

  await t.test(
    'with the keyboard up, an editor shows its pet, and a list the number and its outcome',
    async () => {
      await changesInSight(page, withKeyboard, [1, 9, 17]);
      await setDetails(service, { 21: { name: 'Rabbit' } });
      await reload(page);
      await openList(page, 'receiving');
      for (let petId = 1; petId <= 9; petId++) await typeLines(page, String(petId));
      for (const viewport of [withKeyboard, zoomed]) {
        await page.setViewportSize(viewport);
        await page.keyboard.type('9');
        // The keyboard of a phone may have no Enter key, so the page offers a button.
        await page.getByRole('button', { name: 'Add', exact: true }).tap();
        await petField(page).waitFor();
        await isFullyVisible(page.getByRole('button', { name: 'Save' }));
        await isFullyVisible(page.locator('[data-line="9"]'));
        assert.equal(await petField(page).getAttribute('enterkeyhint'), 'done');
      }
    },
  );
});
