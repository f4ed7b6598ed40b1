import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import { chooseInMenu, openPage, press, quantityOf, rowOf, shows } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { wordsIn } from '../words.ts';

/** Waits until the document has a language and its direction, and shows its words. */
async function speaks(page: Page, code: string, screen: 'stock' | 'sign-in' = 'stock'): Promise<void> {
  await page.locator(`html[lang="${code}"][dir="${code === 'ar' ? 'rtl' : 'ltr'}"]`).waitFor();
  const words = await wordsIn(code);
  await page.getByText(words(screen === 'stock' ? 'connection.live' : 'session.tagline'), { exact: true }).waitFor();
}

test('the language of the browser, and another', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 12_345 }] });

  for (const [locale, code, quantity] of [
    ['de-AT', 'de', '12 345'],
    ['pt-PT', 'pt-BR', '12 345'],
    ['en-IN', 'en', '12,345'],
  ] as const) {
    await t.test(`${locale} is ${code}, with the numbers of the region`, async (t) => {
      const page = await openPage(t, service, { locale });
      await speaks(page, code);
      await shows(quantityOf(page, 1), quantity);
    });
  }

  const page = await openPage(t, service, { locale: 'it-IT' });

  await t.test('a browser without any of the languages has English words, and its own numbers', async () => {
    await speaks(page, 'en');
    await shows(quantityOf(page, 1), '12.345');
  });

  await t.test('the first language that the dashboard has counts', async () => {
    const second = await page.context().newPage();
    await second.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['it', 'fr', 'de'] }));
    await second.goto(service.url);
    await speaks(second, 'fr');
    await second.close();
  });

  await t.test('a choice in the menu keeps the input, and is remembered in every tab', async () => {
    await rowOf(page, 1).click();
    await page.keyboard.type('77');
    await page.context().setOffline(true);
    await chooseInMenu(page, 'Menu', 'Language');
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await page.getByText('Language not changed: Pawstock cannot be reached. It is safe to try again.').waitFor();
    await page.context().setOffline(false);
    await chooseInMenu(page, 'Menu', 'Language');
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await speaks(page, 'ar');
    const words = await wordsIn('ar');
    assert.equal(await page.getByLabel(words('edit.newQuantity')).inputValue(), '77');
    await page.reload();
    await speaks(page, 'ar');
    const second = await page.context().newPage();
    await second.goto(service.url);
    await speaks(second, 'ar');
    await chooseInMenu(second, words('app.menu'), words('dialog.signOut'));
    await speaks(second, 'ar', 'sign-in');
    await second.getByLabel(words('ui.language')).selectOption('日本語');
    await speaks(second, 'ja', 'sign-in');
    await second.getByLabel((await wordsIn('ja'))('session.apiKey')).fill(service.secret);
    await press(second, (await wordsIn('ja'))('session.signIn'));
    await speaks(second, 'ja');
    await page.reload();
    await speaks(page, 'ja');
  });
});
