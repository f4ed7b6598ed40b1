import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/browser/chromium.ts';

/**
 * Takes the screenshots docs/dashboard.png and docs/reports.png: `npm run build && node test/browser/screenshots.ts`. They
 * need the typeface Inter, which is Debian's package fonts-inter.
 */

const repository = fileURLToPath(new URL('../..', import.meta.url));
const screenshotOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}.png`, import.meta.url));

/** Slower than a scanner. */
const typing = { delay: 100 };

const demo = spawn(process.execPath, ['bin/pawstock.js', 'serve', '--demo', '--port', '0'], { cwd: repository });
try {
  const link = await readLink(demo.stdout);
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 940 }, deviceScaleFactor: 1.5 });
  const takeScreenshot = async (name: string) => {
    for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click();
    await page.locator('.toast').waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await page.screenshot({ path: screenshotOf(name) });
  };
  const hasInter = await page.evaluate(() => {
    const widthIn = (font: string) => {
      const canvas = document.createElement('canvas').getContext('2d');
      return canvas === null ? 0 : Object.assign(canvas, { font: `40px ${font}` }).measureText('Pawstock').width;
    };
    return widthIn('Inter, monospace') !== widthIn('monospace');
  });
  if (!hasInter) throw new Error('The typeface Inter is missing: apt-get install fonts-inter');
  await page.goto(link);
  await page.locator('[data-pet="2"]').click();
  await page.keyboard.type('10', typing);
  await page.waitForTimeout(typing.delay);
  await page.keyboard.press('Enter');
  await page.getByText('4 → 10 (+6)').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-pet="4"]').click();
  await page.getByLabel('Note').waitFor();
  await page.keyboard.type('+8', typing);
  await page.getByLabel('Note').fill('morning delivery');
  // Until the highlight of the changed row has faded.
  await page.waitForTimeout(3_000);
  await page.evaluate('window.scrollTo(0, 0)');
  await takeScreenshot('dashboard');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Reports' }).click();
  // The same on every day of the year.
  await page.getByText('Any span').click();
  const days = [29, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toLocaleDateString('sv'));
  await page.getByLabel('First day').fill(days[0] ?? '');
  await page.locator('.day-chart g:nth-child(33)').waitFor();
  await page.getByRole('heading', { name: 'Reports' }).click();
  await takeScreenshot('reports');
  await browser.close();
} finally {
  demo.kill();
  await once(demo, 'exit');
}

async function readLink(output: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of output) {
    text += String(piece);
    const link = /Dashboard +(\S+)/.exec(text)?.[1];
    if (link !== undefined && text.includes('Ctrl-C')) return link;
  }
  throw new Error('the demo exited before it printed its link');
}
