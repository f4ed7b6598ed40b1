import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clickButtons, openPage, rowOf, typeLines } from '../support/browser/page.ts';
import { startDemo } from '../support/service/demo.ts';
import { openList } from './lists.ts';

/**
 * Takes the screenshots for the documents: `npm run build && node test/browser/screenshots.ts`. The
 * machine needs the typeface Inter (Debian's package fonts-inter).
 */
test('screenshots', async (t) => {
  const { url, key } = await startDemo(t);
  const viewport = { width: 1200, height: 940 };
  const page = await openPage(
    t,
    { url, secret: key },
    {
      viewport,
      deviceScaleFactor: 1.5,
      // A typed number may be a reservation, so the screen Sell asks for one.
      mayBeRefused: true,
    },
  );
  const takeScreenshot = async (name: string) => {
    await page
      .locator('[role=alertdialog], [data-highlight]')
      .first()
      .waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await page.screenshot({
      path: fileURLToPath(new URL(`../../docs/${name}.png`, import.meta.url)),
    });
  };
  await rowOf(page, 2).click();
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await page.getByText('4 → 10 (+6)').waitFor();
  await clickButtons(page, 'Dismiss');
  await rowOf(page, 4).click();
  await page.keyboard.type('+8');
  await page.getByLabel('Note').fill('morning delivery');
  await page.evaluate('window.scrollTo(0, 0)');
  await takeScreenshot('dashboard');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('Sold', { exact: true }).first().click();
  // The report covers 30 days, so that the screenshot looks the same on every day of the month.
  await page.getByText('Any span').click();
  await page
    .getByLabel('First day')
    .fill(new Date(Date.now() - 29 * 86_400_000).toLocaleDateString('sv'));
  await page.locator('figure svg g:nth-child(33)').waitFor();
  await page.getByRole('heading', { name: 'Reports' }).click();
  await takeScreenshot('reports');

  await openList(page, 'sell');
  await typeLines(page, '10', '3*', 'Guinea pig', '5', '12*');
  await takeScreenshot('sell');
});
