import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** In light mode, and then in dark mode, which differs in colours only. */
export async function hasNoViolation(page: Page, where: string): Promise<void> {
  assert.deepEqual(await violationsOf(page), [], where);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await violationsOf(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  assert.deepEqual(inDark, [], `${where}, dark`);
}

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Axe is more than a megabyte, and would be loaded twice for every analysis.
  const isLoaded = await page.evaluate<boolean>("'axe' in window");
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    // The default mode opens a second page for frames, of which there are none.
    .setLegacyMode()
    // React Aria's announcer keeps the reference to a button that was pending for seconds after the button is gone.
    .exclude('[data-live-announcer]')
    .options({ resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) });
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}
