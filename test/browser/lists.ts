import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { wordsIn } from './words.ts';

const english = await wordsIn('en');

/** Steps for tests of the screens Sell, Receive and Count, each of which fills a list of pets. */

/** The command field of the screens Sell, Receive and Count, if it has the focus. */
export const petField = (page: Page) =>
  page.getByLabel(/^Pet (ID or name|or reservation)$/).and(page.locator(':focus:read-write'));

/** Opens the screen Sell, Receive or Count without loading the page again. */
export async function openList(
  page: Page,
  kind: 'sell' | 'receiving' | 'count',
  words = english,
): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#${kind}`);
  await page
    .getByRole('heading', { name: words('counter.title', { kind }), exact: true })
    .waitFor();
  await page
    .getByLabel(words(kind === 'sell' ? 'counter.petOrReservation' : 'counter.petIdOrName'))
    .focus();
}

/**
 * Waits until the list of a sale, delivery or count has exactly these lines, as "petId: number",
 * the newest first.
 */
export async function showsLines(page: Page, ...expected: readonly string[]): Promise<void> {
  const shown = () =>
    page
      .locator('[data-line]')
      .evaluateAll((all) =>
        all
          .map((line) => `${line.getAttribute('data-line')}: ${line.querySelector('input')?.value}`)
          .join(),
      );
  await until(
    async () => (await shown()) === expected.join(),
    async () => `${await shown()} instead of ${expected}`,
  );
}

export async function saveList(page: Page, outcome: string): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(outcome).waitFor();
}

/** Sells some units of a pet as another till would. */
export async function sellElsewhere(
  service: TestService,
  petId: number,
  units: number,
): Promise<void> {
  const body = { delta: -units, reason: 'sale' };
  assert.equal(
    (await service.call('POST', `/v1/inventory/${petId}/adjustments`, { body })).status,
    200,
  );
}
