import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser/chromium.ts';
import { ledgerOf, openPage, quantityOf, rowOf, scan, shows, showsAll } from '../support/browser/page.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const petNames = { 3: 'Guppy', 4: 'Ökö', 5: 'Golden hamster', 6: 'Goldfish' };

async function startShop(t: Parameters<typeof startService>[0]): Promise<TestService> {
  const service = await startService(t, { pets: numberedPets(30, 20) });
  for (const [petId, name] of Object.entries(petNames)) {
    assert.ok((await service.call('PATCH', `/v1/inventory/${petId}/details`, { body: { name } })).ok);
  }
  return service;
}

/** Types each text and Enter, at the pace of a person. */
async function typeSlowly(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text, { delay: 120 });
    await page.keyboard.press('Enter');
  }
}

const amount = (page: Page) => page.getByLabel('New quantity');
const editorOf = (page: Page, pet: string) => page.getByRole('form', { name: `Change ${pet}` });
const lines = (page: Page) => page.locator('.sheet-lines > li');

async function showsLines(page: Page, expected: readonly string[]): Promise<void> {
  const shown = () =>
    lines(page).evaluateAll((all) =>
      all.map((line) => `${line.getAttribute('data-line')}: ${line.querySelector('input')?.value}`),
    );
  await until(
    async () => JSON.stringify(await shown()) === JSON.stringify(expected),
    async () => `${JSON.stringify(await shown())} instead of ${JSON.stringify(expected)}`,
  );
}

test('scanning', { skip: noBrowser() }, async (t) => {
  const service = await startShop(t);
  const page = await openPage(t, service, { locale: 'ar-EG', timezoneId: 'Africa/Cairo' });
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(window, { tones: 0 });
    OscillatorNode.prototype.start = function (...args) {
      Object.assign(window, { tones: (window as unknown as { tones: number }).tones + 1 });
      start.apply(this, args);
    };
  });
  const tones = () => page.evaluate(() => (window as unknown as { tones: number }).tones);
  const entries = async () =>
    (await service.call('GET', '/v1/inventory/history?limit=1000')).json() as Promise<unknown[]>;
  const before = (await entries()).length;

  await t.test('on Stock each scan opens its pet', async () => {
    for (const [code, pet] of [
      ['14', 'pet 14'],
      ['22', 'pet 22'],
      ['guppy', 'pet 3 (Guppy)'],
      ['OKO', 'pet 4 (Ökö)'],
      ['007', 'pet 7'],
      ['#12', 'pet 12'],
      ['pet 13', 'pet 13'],
    ] as const) {
      await scan(page, code);
      await editorOf(page, pet).waitFor();
      assert.equal(await amount(page).inputValue(), '20', code);
    }
    await page.keyboard.press('Escape');
    await rowOf(page, 13).and(page.locator(':focus')).waitFor();
    await scan(page, 'guppy');
    await editorOf(page, 'pet 3 (Guppy)').waitFor();
  });

  await t.test('an unsaved number stays unsaved', async () => {
    await page.keyboard.type('40');
    await scan(page, '15');
    await page.getByText('Save or cancel the change to pet 3 (Guppy) first.').waitFor();
    assert.equal(await amount(page).inputValue(), '40');
    await page.getByLabel('Note').fill('fresh');
    await scan(page, '-5');
    await page.getByText('No pet has the code “-5”.').waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), 'fresh');
    await page.keyboard.press('Escape');
  });

  await t.test('a code that no pet has changes nothing and sounds', async () => {
    await rowOf(page, 14).click();
    await amount(page).waitFor();
    const soundedBefore = await tones();
    await scan(page, '4006381333931');
    await page.getByText('No pet has the code “4006381333931”.').waitFor();
    assert.equal(await tones(), soundedBefore + 1);
    assert.equal(await amount(page).inputValue(), '20');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('gold');
    await page.getByRole('searchbox').focus();
    await scan(page, 'nothing');
    await page.getByText('No pet has the code “nothing”.').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'gold');
    await scan(page, '21');
    await editorOf(page, 'pet 21').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'gold');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('');
  });

  await t.test('a scan closes a history, and waits for a form', async () => {
    await rowOf(page, 14).focus();
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Pet 14' }).waitFor();
    await scan(page, '15');
    await editorOf(page, 'pet 15').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add pet' }).click();
    await page.getByRole('textbox', { name: 'ID' }).fill('100');
    await scan(page, '15');
    await page.getByText('Close this window before you scan.').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'ID' }).inputValue(), '100');
    await page.keyboard.press('Escape');
    assert.equal((await entries()).length, before, 'nothing was written');
  });

  for (const screen of ['receiving', 'count'] as const) {
    await t.test(`${screen}: each scan adds one of its pet, and typed digits set the number`, async () => {
      await page.goto(`${service.url}/#${screen}`);
      const field = page.getByLabel('Pet ID or name');
      await field.waitFor();
      for (const code of ['7', '15', '7', 'guppy']) await scan(page, code);
      await showsLines(page, ['3: 1', '7: 2', '15: 1']);
      // The number of the pet that was scanned last has the focus.
      await typeSlowly(page, '12');
      await showsLines(page, ['3: 12', '7: 2', '15: 1']);
      // A line that is being typed stays as it is.
      await field.fill('8');
      await page.getByLabel(screen === 'count' ? 'Counted' : 'Arrived', { exact: true }).fill('3');
      await scan(page, '15');
      await scan(page, '4006381333931');
      await page.getByText('No pet has the code “4006381333931”.').first().waitFor();
      await showsLines(page, ['15: 2', '3: 12', '7: 2']);
      assert.equal(await field.inputValue(), '8');
      await field.focus();
      await page.keyboard.press('Enter');
      await showsLines(page, ['8: 3', '15: 2', '3: 12', '7: 2']);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(screen === 'count' ? 'Count saved' : 'Delivery saved').waitFor();
      const [entry] = await ledgerOf(service, 7);
      assert.equal(entry?.after, screen === 'count' ? 2 : 22);
    });
  }

  await t.test('what a person types stays what it was', async () => {
    await page.goto(`${service.url}/#stock`);
    await rowOf(page, 1).focus();
    await typeSlowly(page, '14', '22');
    await page.getByText('Pet 14:').waitFor();
    assert.equal((await ledgerOf(service, 14))[0]?.after, 22);
    for (const screen of ['receiving', 'count']) {
      await page.goto(`${service.url}/#${screen}`);
      await page.getByLabel('Pet ID or name').focus();
      await typeSlowly(page, '9', '15', 'oko', '2');
      await showsLines(page, ['4: 2', '9: 15']);
    }
  });
});

test('a quantity far from what it was is asked about once, and the arrow keys choose a suggestion', {
  skip: noBrowser(),
}, async (t) => {
  const service = await startShop(t);
  const page = await openPage(t, service);
  await rowOf(page, 4).click();
  await amount(page).fill('20000');
  await page.keyboard.press('Enter');
  await page.getByText('From 20 to 20,000? Save again if that is right.').waitFor();
  assert.equal((await ledgerOf(service, 4)).length, 1);
  await page.keyboard.press('Enter');
  await shows(quantityOf(page, 4), '20,000');

  await page.goto(`${service.url}/#count`);
  await page.getByLabel('Pet ID or name').fill('5');
  await page.getByLabel('Counted', { exact: true }).fill('1500000');
  await page.keyboard.press('Enter');
  await page.getByText('Is 1,500,000 right? There are 20 now.').waitFor();
  await page.keyboard.press('Enter');
  await showsLines(page, ['5: 1500000']);
  // A number that is changed in the list is asked about when the list is saved; one that was asked about is not.
  await scan(page, '6');
  await page.getByLabel('Counted: Pet 6').fill('40000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Is that right? pet 6 (Goldfish) from 20 to 40,000. Save again if it is.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Count saved: 2 pets.').waitFor();

  await page.goto(`${service.url}/#receiving`);
  const field = page.getByRole('combobox', { name: 'Pet ID or name' });
  await field.focus();
  await page.keyboard.type('gold');
  await showsAll(page.getByRole('option').locator('.suggestion-id'), ['5', '6']);
  // They begin where the text of the field does, and end in one line.
  const edges = await page.getByRole('option').evaluateAll((all) =>
    all.map((one) => {
      const [id, , quantity] = [...one.children].map((part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        return text.getBoundingClientRect();
      });
      return [Math.round(id?.left ?? 0), Math.round(quantity?.right ?? 0)];
    }),
  );
  const textAt = await field.evaluate(
    (input) => input.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(input).paddingLeft),
  );
  assert.ok(Math.abs((edges[0]?.[0] ?? 0) - textAt) <= 2, `${edges}, text at ${textAt}`);
  assert.deepEqual(edges[0], edges[1]);
  for (const [key, selected] of [
    ['ArrowDown', 'Golden hamster'],
    ['ArrowDown', 'Goldfish'],
    ['ArrowDown', 'Golden hamster'],
    ['ArrowUp', 'Goldfish'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('option', { name: selected, selected: true }).waitFor();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await showsLines(page, ['6: 3']);
});
