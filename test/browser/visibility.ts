import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** Waits until the focused row is neither below the window nor behind the sticky table header. */
export async function isFocusVisible(page: Page): Promise<void> {
  await until(() =>
    page.evaluate(() => {
      const row = document.activeElement?.getBoundingClientRect();
      const header = document.querySelector('.table-header')?.getBoundingClientRect();
      return row !== undefined && header !== undefined && row.top >= header.bottom - 1 && row.bottom <= innerHeight + 1;
    }),
  );
}

/** Waits until all of an element is in the window and nothing is in front of its middle. */
export async function isFullyVisible(element: Locator): Promise<void> {
  const coverOf = () =>
    element.evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      if (top < -1 || bottom > innerHeight + 1) return `it is at ${top} to ${bottom} of ${innerHeight}`;
      if (left < -1 || right > innerWidth + 1) return `it is at ${left} to ${right} across ${innerWidth}`;
      const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return front === null || it.contains(front) ? undefined : `it is covered by ${front.outerHTML.slice(0, 80)}`;
    });
  await until(
    async () => (await coverOf()) === undefined,
    async () => `${element}: ${await coverOf()}`,
  );
}
