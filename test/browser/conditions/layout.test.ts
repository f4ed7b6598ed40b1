import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { openPage, rowOf, shows, typeLines } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { isFullyVisible } from '../visibility.ts';

test('layout', { skip: noBrowser() }, async (t) => {
  const statuses = ['available', 'pending', 'sold'] as const;
  const pets = Array.from({ length: 80 }, (_, index) => {
    return { petId: BigInt(index + 1), quantity: index < 60 ? 3 : 40, status: statuses[index] ?? 'available' };
  });
  const service = await startService(t, { pets });
  const page = await openPage(t, service);

  await t.test('twelve pets fit a desktop, and a status shows where it is not "available"', async () => {
    await shows(rowOf(page, 3).locator('.cell-status'), 'SoldStill in stock');
    for (let petId = 1; petId <= 12; petId++) await isFullyVisible(rowOf(page, petId));
    const shown = await page
      .locator('.row .cell-status')
      .evaluateAll((all) => all.slice(0, 4).map((one) => [one.textContent, getComputedStyle(one).fontSize !== '0px']));
    assert.deepEqual(shown, [
      ['Available', false],
      ['Pending', true],
      ['SoldStill in stock', true],
      ['Available', false],
    ]);
  });

  await t.test('a toast covers neither the changed row nor the next', async () => {
    for (const petId of [3, 8, 9, 79]) {
      // Scrolls the row to the bottom of the window.
      await page.evaluate((y) => {
        const top = document.querySelector('.table-body')?.getBoundingClientRect().top ?? 0;
        window.scrollBy({ top: top + y - innerHeight, behavior: 'instant' });
      }, petId * 44);
      await rowOf(page, petId).click();
      await page.keyboard.type('+1');
      await isFullyVisible(page.getByRole('button', { name: 'Save' }));
      // The toast of the previous change is still there.
      await isFullyVisible(rowOf(page, petId + 1));
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Pet ${petId}:`).waitFor();
      await isFullyVisible(rowOf(page, petId));
      await isFullyVisible(rowOf(page, petId + 1));
    }
  });

  await t.test('a toast has its buttons on one line, and no dialog below it', async () => {
    const box = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const [width, height] of [
      [1280, 800],
      [390, 700],
      [320, 568],
      [700, 330],
    ] as const) {
      const where = `${width} by ${height}`;
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      await rowOf(page, 1).click();
      // The quantity stays the same.
      await page.keyboard.type('3c');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Undo' }).hover();
      const buttons = await box('.toast .button');
      assert.equal(new Set(buttons.map(({ top }) => top)).size, 1, where);
      const [toast] = await box('.toast');
      assert.ok(toast !== undefined && toast.height < 66 && toast.right <= width, `${where}: ${toast?.height} high`);
      // The history is a drawer, and the list of shortcuts is a dialog in the middle.
      for (const key of ['h', '?']) {
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        await until(
          async () => ((await box('.modal'))[0]?.bottom ?? height) <= ((await box('.toast'))[0]?.top ?? 0) + 1,
          () => `${where}: the toast is over the dialog`,
        );
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('at 200% zoom the open editor shows its pet', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    for (const petId of [1, 5, 12]) {
      await page.keyboard.press('/');
      await typeLines(page, String(petId));
      await page.getByRole('form', { name: `Change pet ${petId}` }).waitFor();
      await isFullyVisible(rowOf(page, petId));
      await isFullyVisible(page.getByRole('textbox', { name: 'New quantity' }));
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('a phone on its side shows four pets, and links to all screens', async (t) => {
    const page = await openPage(t, service, { viewport: { width: 740, height: 330 }, hasTouch: true, isMobile: true });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    for (let petId = 1; petId <= 4; petId++) await isFullyVisible(rowOf(page, petId));
    for (const link of await page.getByRole('navigation').getByRole('link').all()) await isFullyVisible(link);
    await isFullyVisible(page.getByRole('searchbox'));
  });

  await t.test('forced colours show what is chosen', async (t) => {
    const page = await openPage(t, service, { forcedColors: 'active' });
    await rowOf(page, 1).click();
    await page.keyboard.type('+1');
    await page.getByRole('radio', { name: 'Damage' }).click({ force: true });
    const background = (text: string) =>
      page
        .locator('nav a, .segment, .chip')
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
  });

  await t.test('prints all rows of the filter, in black and white', async () => {
    await page.getByRole('searchbox').fill('');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('button', { hasText: 'Low stock60' }).click();
    await page.evaluate(() =>
      window.addEventListener('beforeprint', () => {
        document.title = `${document.querySelectorAll('.print-table tbody tr').length} rows`;
      }),
    );
    await page.pdf();
    assert.equal(await page.title(), '60 rows');
    assert.equal(await page.locator('.print-table').count(), 0, 'left in the document');
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('.print-table');
    await printed.getByRole('heading', { name: 'Low stock, up to 5' }).waitFor();
    await printed.getByText(/^60 pets, /).waitFor();
    assert.equal(await printed.locator('tbody tr').count(), 60);
    assert.equal(await printed.locator('tbody tr').last().textContent(), '60Available3Low');
    assert.equal(await page.getByRole('grid').isVisible(), false);
    const colors = await printed.evaluate((it) => [
      getComputedStyle(document.documentElement).backgroundColor,
      ...new Set([it, ...it.querySelectorAll('*')].map((one) => getComputedStyle(one).color)),
    ]);
    assert.deepEqual(colors, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });
});
