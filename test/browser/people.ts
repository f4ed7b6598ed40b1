import type { Page } from 'playwright-core';
import { chooseInMenu, clickButtons } from '../support/browser/page.ts';

/** The buttons with the names of the people whom a locked device knows. */
export const names = (page: Page) =>
  page.getByRole('list', { name: 'Who are you?' }).getByRole('button');

/** Adds a person as an owner does: two touches in the menu, three fields, one touch. */
export async function addPerson(page: Page, name: string, pin: string): Promise<void> {
  await chooseInMenu(page, 'Menu', 'New at the till');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('This device').fill('Till 1');
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await clickButtons(page, 'Add');
  await page.getByText(`${name} @ Till 1 can now sign in here with the PIN.`).waitFor();
}

export async function typePin(page: Page, name: string, pin: string): Promise<void> {
  await clickButtons(page, name);
  await page.getByLabel(`PIN of ${name}`).fill(pin);
  await clickButtons(page, 'Unlock');
}

export async function signInWithPin(
  page: Page,
  name: string,
  pin: string,
  state = 'Live',
): Promise<void> {
  await typePin(page, name, pin);
  await page.getByText(state, { exact: true }).waitFor();
}

export async function lock(page: Page): Promise<void> {
  await clickButtons(page, 'Lock');
  await names(page).first().waitFor();
}
