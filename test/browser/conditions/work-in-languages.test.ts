import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  chooseCsv,
  chooseInMenu,
  ledgerOf,
  openPage,
  press,
  quantityOf,
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
/** Times are the shop's, wherever the browser is. */
const timeZone = 'America/Bogota';

/** Languages with other digits, separators, words and directions, and how people type numbers there. */
const shops = [
  { code: 'de', locale: 'de-DE', typed: 'latn', name: 'Pfau' },
  { code: 'ja', locale: 'ja-JP', typed: 'fullwide', name: 'ネコ' },
  { code: 'ar', locale: 'ar-EG', typed: 'arab', name: 'قطة' },
] as const;

for (const { code, locale, typed, name } of shops) {
  test(`a day of work in ${code}`, { skip: noBrowser() }, async (t) => {
    const service = await startService(t, { pets: numberedPets(5, 20), settings: { TIME_ZONE: timeZone } });
    await setDetails(service, { 1: { name, lowAt: 3 }, 2: { barcode: ean } });
    const page = await openPage(t, service, { locale });
    const words = await wordsIn(code, locale);
    const inDigits = (value: number) => new Intl.NumberFormat(locale, { numberingSystem: typed }).format(value);
    const isolated = (text: string) => (code === 'ar' ? `\u2068${text}\u2069` : text);
    const lastOf = async (petId: number) => {
      const [entry] = await ledgerOf(service, petId);
      return [entry?.before, entry?.after, entry?.reason];
    };
    const isSaved = async (kind: 'sell' | 'receiving' | 'count', counts: { pets: number; units: number }) => {
      await page.keyboard.press('Control+Enter');
      await page
        .getByText(words('counter.saved', { kind, lines: words('counter.lines', { kind, ...counts }) }))
        .waitFor();
    };

    await t.test('a sale', async () => {
      await openList(page, 'sell', words);
      await typeLines(page, name, '3');
      for (const code of [ean, ean]) await scan(page, code);
      await typeLines(page, inDigits(5));
      await showsLines(page, `2: ${inDigits(5)}`, '1: 3');
      await isSaved('sell', { pets: 2, units: 8 });
      assert.deepEqual(
        [await lastOf(1), await lastOf(2)],
        [
          [20, 17, 'sale'],
          [20, 15, 'sale'],
        ],
      );
      await page.reload();
      const last = page.locator('.last-entries time').first();
      const at = new Date((await last.getAttribute('datetime')) ?? '');
      await shows(last, isolated(at.toLocaleTimeString(locale, { timeZone, timeStyle: 'short' })));
    });

    await t.test('a delivery', async () => {
      await openList(page, 'receiving', words);
      await typeLines(page, inDigits(3), '12', name, inDigits(4));
      await scan(page, ean);
      await isSaved('receiving', { pets: 3, units: 17 });
      assert.deepEqual(
        [await lastOf(1), await lastOf(2)],
        [
          [17, 21, 'arrival'],
          [15, 16, 'arrival'],
        ],
      );
      assert.deepEqual(await lastOf(3), [20, 32, 'arrival']);
    });

    await t.test('a count', async () => {
      await openList(page, 'count', words);
      await scan(page, ean);
      await typeLines(page, inDigits(14), '4', '19');
      await isSaved('count', { pets: 2, units: 33 });
      assert.deepEqual(
        [await lastOf(2), await lastOf(4)],
        [
          [16, 14, 'count'],
          [20, 19, 'count'],
        ],
      );
    });

    await t.test('a change of one pet, with a separator and in the time of the shop', async () => {
      await page.goto(`${service.url}/#stock`);
      await rowOf(page, 1).click();
      await page.getByLabel(words('edit.newQuantity')).fill(inDigits(123_456));
      await press(page, words('edit.save'));
      await page.getByText(words('edit.isThatRight', { before: 21, after: 123_456 })).waitFor();
      await press(page, words('edit.save'));
      const difference = isolated(new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(123_435));
      const pet = words('stock.namedPetAtStart', { id: '1', name });
      await page.getByText(words('stock.changed', { pet, before: 21, after: 123_456, difference })).waitFor();
      await shows(quantityOf(page, 1), isolated(new Intl.NumberFormat(locale).format(123_456)));
      // Arabic keyboards have this letter on the key of h, which opens the history.
      await rowOf(page, 1).dispatchEvent('keydown', { key: 'ا', code: 'KeyH' });
      const time = page.getByRole('dialog').locator('time').first();
      const at = new Date((await time.getAttribute('datetime')) ?? '');
      const text = at.toLocaleString(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
      await shows(time, isolated(text));
      await page.keyboard.press('Escape');
      const [forward, back] = code === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
      await page.getByRole('radio', { checked: true }).first().focus();
      await page.keyboard.press(forward);
      assert.ok(await page.getByRole('radio', { name: words('status.available') }).isChecked());
      await page.keyboard.press(back);
    });

    await t.test('an import, and what is exported after it changes nothing', async () => {
      const openImport = () => chooseInMenu(page, words('app.menu'), words('dialog.importItem'));
      const heading = [words('stock.petId'), words('stock.quantity'), words('stock.status')];
      await openImport();
      await chooseCsv(
        page,
        heading.join(';'),
        `3;${inDigits(7)};${words('status.sold')}`,
        `9;8;${words('status.pending')}`,
      );
      await page.getByRole('button', { name: words('import.start', { count: 2 }) }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(words('import.stored', { count: 2 })).waitFor();
      await page
        .getByRole('button', { name: words('ui.close'), exact: true })
        .last()
        .click();
      assert.deepEqual((await levelsIn(service.store)).slice(3), [
        { petId: 3n, quantity: 7, status: 'sold' },
        { petId: 4n, quantity: 19, status: 'available' },
        { petId: 9n, quantity: 8, status: 'pending' },
      ]);
      assert.deepEqual(await lastOf(3), [32, 7, 'adjustment']);
      const note = words('import.note', { run: 'import', file: 'pets.csv' });
      assert.equal((await ledgerOf(service, 3))[0]?.note, note.replaceAll(/[\u2068\u2069]/g, ''));

      const downloading = page.waitForEvent('download');
      await press(page, words('table.export'));
      const exported = readFileSync(await (await downloading).path(), 'utf8');
      for (const word of [...heading, words('stock.name'), words('status.sold')])
        assert.ok(exported.includes(word), word);
      await openImport();
      await chooseCsv(page, exported);
      const counts = { added: 0, changed: 0, described: 0, unchanged: 6 };
      await page.getByText(words('import.summary', { file: 'pets.csv', ...counts })).waitFor();
      assert.ok(await page.getByRole('button', { name: words('import.nothing') }).isDisabled());
    });
  });
}
