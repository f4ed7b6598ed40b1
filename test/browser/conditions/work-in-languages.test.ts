import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  chooseCsv,
  chooseInMenu,
  clickButtons,
  openPage,
  quantityOf,
  reload,
  rowOf,
  scan,
  setDetails,
  shows,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { levelsIn, numberedPets } from '../../support/service/store-contents.ts';
import { openList, showsLines } from '../lists.ts';
import { wordsIn } from '../words.ts';

const ean = '4006381333931';
/** The shop's time zone. The dashboard shows times in this zone, wherever the browser is. */
const timeZone = 'America/Bogota';

/**
 * Languages that differ in digits, separators, words and direction, each with the digits that
 * people type there.
 */
const shops = [
  { code: 'de', locale: 'de-DE', typed: 'latn', name: 'Pfau' },
  { code: 'ja', locale: 'ja-JP', typed: 'fullwide', name: 'ネコ' },
  { code: 'ar', locale: 'ar-EG', typed: 'arab', name: 'قطة' },
] as const;

for (const { code, locale, typed, name } of shops) {
  test(`a day of work in ${code}`, { skip: noBrowser() }, async (t) => {
    const service = await startService(t, {
      pets: numberedPets(5, 20),
      settings: { TIME_ZONE: timeZone },
    });
    await setDetails(service, { 1: { name, lowAt: 3 }, 2: { barcode: ean } });
    const page = await openPage(t, service, { locale });
    const words = await wordsIn(code, locale);
    const inDigits = (value: number) =>
      new Intl.NumberFormat(locale, { numberingSystem: typed }).format(value);
    const isolated = (text: string) => (code === 'ar' ? `\u2068${text}\u2069` : text);
    const lastOf = async (petId: number) => (await changesOf(service, petId))[0];
    const isSaved = async (
      kind: 'sell' | 'receiving' | 'count',
      counts: { pets: number; units: number },
    ) => {
      await page.keyboard.press('Control+Enter');
      await page
        .getByText(
          words('counter.saved', { kind, lines: words('counter.lines', { kind, ...counts }) }),
        )
        .waitFor();
    };

    await t.test('a sale', async () => {
      await openList(page, 'sell', words);
      await typeLines(page, name, '3*');
      for (const code of [ean, ean]) await scan(page, code);
      await typeLines(page, `${inDigits(5)}*`);
      const shown = new Intl.NumberFormat(locale);
      await showsLines(page, `2: ${shown.format(5)}`, `1: ${shown.format(3)}`);
      await isSaved('sell', { pets: 2, units: 8 });
      assert.equal(await lastOf(1), 'adjust 20 → 17, sale');
      assert.equal(await lastOf(2), 'adjust 20 → 15, sale');
      await reload(page);
      const last = page
        .getByRole('region', { name: words('counter.last', { kind: 'sell' }) })
        .locator('time')
        .first();
      const at = new Date((await last.getAttribute('datetime')) ?? '');
      await shows(last, isolated(at.toLocaleTimeString(locale, { timeZone, timeStyle: 'short' })));
    });

    await t.test('a delivery', async () => {
      await openList(page, 'receiving', words);
      await typeLines(page, inDigits(3), '12*', name, `*${inDigits(4)}`);
      await scan(page, ean);
      await isSaved('receiving', { pets: 3, units: 17 });
      assert.equal(await lastOf(1), 'adjust 17 → 21, arrival');
      assert.equal(await lastOf(2), 'adjust 15 → 16, arrival');
      assert.equal(await lastOf(3), 'adjust 20 → 32, arrival');
    });

    await t.test('a count', async () => {
      await openList(page, 'count', words);
      await scan(page, ean);
      await typeLines(page, `${inDigits(14)}*`, '4', '19*');
      await isSaved('count', { pets: 2, units: 33 });
      assert.equal(await lastOf(2), 'set 16 → 14, count');
      assert.equal(await lastOf(4), 'set 20 → 19, count');
    });

    await t.test('a change of one pet, with a separator and in the time of the shop', async () => {
      await page.goto(`${service.url}/#stock`);
      await rowOf(page, 1).click();
      await page.getByLabel(words('edit.newQuantity')).fill(inDigits(123_456));
      await clickButtons(page, words('edit.save'));
      await page.getByText(words('edit.isThatRight', { before: 21, after: 123_456 })).waitFor();
      // An answer counts once the question has been on the screen for half a second.
      await page.waitForTimeout(600);
      await clickButtons(page, words('edit.save'));
      const difference = isolated(
        new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(123_435),
      );
      const pet = words('stock.namedPetAtStart', { id: '1', name });
      await page
        .getByText(words('stock.changed', { pet, before: 21, after: 123_456, difference }))
        .waitFor();
      await shows(quantityOf(page, 1), isolated(new Intl.NumberFormat(locale).format(123_456)));
      await rowOf(page, 1)
        .getByRole('button', {
          name: words('stock.historyOf', { pet: words('stock.namedPet', { id: '1', name }) }),
        })
        .click();
      const time = page.getByRole('dialog').locator('time').first();
      const at = new Date((await time.getAttribute('datetime')) ?? '');
      const text = at.toLocaleString(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
      await shows(time, isolated(text));
      await page.keyboard.press('Escape');
      const [forward, back] =
        code === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
      await page.getByRole('radio', { checked: true }).first().focus();
      await page.keyboard.press(forward);
      assert.ok(await page.getByRole('radio', { name: words('status.available') }).isChecked());
      await page.keyboard.press(back);
    });

    await t.test('an import and an export, with the words of the language', async () => {
      const heading = [words('stock.petId'), words('stock.quantity'), words('stock.status')];
      await chooseInMenu(page, words('app.menu'), words('dialog.importItem'));
      await chooseCsv(
        page,
        heading.join(';'),
        `3;${inDigits(7)};${words('status.sold')}`,
        `9;8;${words('status.pending')}`,
      );
      await page.getByRole('button', { name: words('import.start', { count: 2 }) }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(words('import.stored', { count: 2 })).waitFor();
      assert.deepEqual((await levelsIn(service.store)).slice(3), [
        { petId: 3n, quantity: 7, status: 'sold' },
        { petId: 4n, quantity: 19, status: 'available' },
        { petId: 9n, quantity: 8, status: 'pending' },
      ]);
      // The stored note contains none of the invisible marks that set the direction of a text.
      const note = words('import.note', { run: 'import', file: 'pets.csv' }).replaceAll(
        /[\u2068\u2069]/g,
        '',
      );
      assert.equal(await lastOf(3), `put 32 → 7, adjustment: ${note}`);

      await page.keyboard.press('Escape');
      const downloading = page.waitForEvent('download');
      await clickButtons(page, words('table.export'));
      const exported = readFileSync(await (await downloading).path(), 'utf8');
      for (const word of [...heading, words('stock.name'), words('status.sold')])
        assert.ok(exported.includes(word), word);
    });
  });
}

/**
 * Waits until the page declares the language and its text direction, and shows words in the
 * language.
 */
async function speaks(
  page: Page,
  code: string,
  screen: 'stock' | 'sign-in' = 'stock',
): Promise<void> {
  await page.locator(`html[lang="${code}"][dir="${code === 'ar' ? 'rtl' : 'ltr'}"]`).waitFor();
  const words = await wordsIn(code);
  await page
    .getByText(words(screen === 'stock' ? 'connection.live' : 'session.tagline'), { exact: true })
    .waitFor();
}

test('a choice in the menu keeps the input, and is remembered in every tab', {
  skip: noBrowser(),
}, async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 12_345 }] });
  const page = await openPage(t, service, { locale: 'it-IT' });
  // The dashboard has no Italian texts, so it shows English words, with the numbers of the
  // browser's region.
  await speaks(page, 'en');
  await shows(quantityOf(page, 1), '12.345');
  await rowOf(page, 1).click();
  await page.keyboard.type('77');
  await page.context().setOffline(true);
  await chooseInMenu(page, 'Menu', 'Language');
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await page
    .getByText('Language not changed: Pawstock cannot be reached. It is safe to try again.')
    .waitFor();
  await page.context().setOffline(false);
  await chooseInMenu(page, 'Menu', 'Language');
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await speaks(page, 'ar');
  const words = await wordsIn('ar');
  assert.equal(await page.getByLabel(words('edit.newQuantity')).inputValue(), '77');
  await reload(page);
  await speaks(page, 'ar');
  const second = await page.context().newPage();
  await second.goto(`${service.url}/#key=${service.secret}`);
  await speaks(second, 'ar');
  await chooseInMenu(second, words('app.menu'), words('dialog.signOut'));
  await speaks(second, 'ar', 'sign-in');
  await second.getByLabel(words('ui.language')).selectOption('日本語');
  await speaks(second, 'ja', 'sign-in');
  await second.getByLabel((await wordsIn('ja'))('session.apiKey')).fill(service.secret);
  await clickButtons(second, (await wordsIn('ja'))('session.signIn'));
  await speaks(second, 'ja');
  await reload(page);
  await speaks(page, 'ja');
});
