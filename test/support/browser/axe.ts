import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Checks accessibility in light mode, and the contrast of colours also in dark mode. Checking the
 * contrast takes most of the time, so `colors: false` leaves it out.
 */
export async function hasNoViolation(
  page: Page,
  where: string,
  { colors = true } = {},
): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const rules = { 'color-contrast': { enabled: colors } };
  assert.deepEqual(await violationsOf(page, { rules }), [], where);
  if (!colors) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await violationsOf(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  assert.deepEqual(inDark, [], `${where}, dark`);
}

function violationsOf(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (options) => {
    // React Aria's live region refers to a removed button for some seconds, which axe would report
    // as a violation. This code runs in the browser, where `axe` is a global variable.
    const context = { exclude: ['[data-live-announcer]'] };
    const { violations } = await axe.run(context, { resultTypes: ['violations'], ...options });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  }, options);
}
