import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Dark mode differs in colours only. */
export async function hasNoViolation(page: Page, where: string): Promise<void> {
  // The default mode opens a second page for frames, of which there are none.
  // React Aria's announcer keeps the reference to a button that was pending for seconds after the button is gone.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-live-announcer]');
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches");
  const { violations } = await (isDark ? axe.withRules(['color-contrast']) : axe).analyze();
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], where);
}
