import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.ts';

/**
 * Waits until an element is completely inside the window, with nothing covering its middle, upper
 * and lower edge.
 */
export async function isFullyVisible(element: Locator): Promise<void> {
  const coverOf = () =>
    element.evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      if (top < -1 || bottom > innerHeight + 1)
        return `it is at ${top} to ${bottom} of ${innerHeight}`;
      if (left < -1 || right > innerWidth + 1)
        return `it is at ${left} to ${right} across ${innerWidth}`;
      const places = [top + 2, (top + bottom) / 2, bottom - 2];
      const inFront = places.map((y) => document.elementFromPoint((left + right) / 2, y));
      const cover = inFront.find((one) => one !== null && !it.contains(one));
      return cover && `it is covered by ${cover.outerHTML.slice(0, 80)}`;
    });
  await until(
    async () => (await coverOf()) === undefined,
    async () => `${element}: ${await coverOf()}`,
  );
}

/**
 * Checks that the page does not scroll sideways, and that every control measures at least 44 by 44
 * pixels.
 */
export async function fits(page: Page, where: string): Promise<void> {
  const { width, available, small } = await page.evaluate(() => {
    // The touch target of a radio button is the frame around its group; that of a checkbox is its
    // label.
    const controls =
      'button, a[href], select, input:not([type=radio], [type=checkbox]), label:has(> [type=checkbox]), [role^=menuitem], [role=radiogroup] > div';
    const visible = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      // Links within tables may be smaller than 44 pixels.
      return (
        width > 1 &&
        height > 1 &&
        control.closest('[inert], [hidden], table, [style*="width: 1px"]') === null
      );
    });
    return {
      width: document.documentElement.scrollWidth,
      available: screen.width,
      small: visible
        .map((control) => ({
          name: control.outerHTML.slice(0, 120),
          box: control.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`),
    };
  });
  assert.deepEqual(small, [], where);
  assert.ok(width <= available, `${where} is ${width} pixels wide`);
}
