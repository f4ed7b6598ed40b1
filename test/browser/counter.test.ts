import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { noBrowser } from '../support/browser/chromium.ts';
import { intercept, ledgerOf, openPage, shows, showsAll, signInAs } from '../support/browser/page.ts';
import { subtestsOf } from '../support/browser/subtests.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey, numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { isFullyVisible } from './visibility.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What a user does on one device or the other. */
class Hand {
  readonly page: Page;
  readonly isPhone: boolean;

  constructor(page: Page, isPhone: boolean) {
    this.page = page;
    this.isPhone = isPhone;
  }

  async press(role: 'button' | 'link' | 'option', name: string): Promise<void> {
    const target = this.page.getByRole(role, { name }).first();
    await (this.isPhone ? target.tap() : target.click());
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** A scanner sends Enter itself. A phone's keyboard for numbers may have none: the thumb takes the button beside it. */
  enter(): Promise<void> {
    return this.isPhone ? this.press('button', 'Next') : this.page.keyboard.press('Enter');
  }

  async line(pet: string, amount: string): Promise<void> {
    await this.type(pet);
    await this.enter();
    await this.type(amount);
    await this.enter();
  }
}

async function openCounter(
  t: TestContext,
  service: TestService,
  kind: 'receiving' | 'count',
  options: BrowserContextOptions = {},
) {
  const page = await openPage(t, service, options);
  await page.getByText('Live', { exact: true }).waitFor();
  const hand = new Hand(page, options.isMobile === true);
  await hand.press('link', kind === 'count' ? 'Count' : 'Receive');
  await petField(page).waitFor();
  return { page, hand };
}

/** In the same page, which is not loaded again. */
async function switchTo(page: Page, kind: 'receiving' | 'count'): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#${kind}`);
  await page.getByLabel(kind === 'count' ? 'Counted' : 'Arrived', { exact: true }).waitFor();
  await page.getByLabel('Pet ID or name').focus();
}

async function discard(hand: Hand): Promise<void> {
  await hand.press('button', 'Discard');
  await hand.press('button', 'Discard 1 line?');
}

/** Responses other than 2xx and 3xx, which a normal session must not have. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  return refusals;
}

/** With the focus. */
const petField = (page: Page) => page.getByLabel('Pet ID or name').and(page.locator(':focus'));
const lines = (page: Page) => page.locator('.sheet-lines > li');
const summary = (page: Page) => page.locator('.save-summary');

test('lists of pets', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(1_001, 20) });
  const { page, hand } = await openCounter(t, service, 'receiving');
  const subtest = await subtestsOf(t, service, page);

  await subtest('a delivery of three pets, corrected, saved and undone', async () => {
    await switchTo(page, 'receiving');
    const refusals = refusalsOf(page);
    for (let petId = 1; petId <= 3; petId++) await hand.line(String(petId), '4');
    // More of the first has arrived.
    await hand.line('1', '3');
    await shows(summary(page), '3 pets, 15 units');
    await shows(lines(page).first().locator('.quantity-change'), '20 →to 27 (+7)');

    // Corrected in the list: a number, and a line that was not delivered.
    await page.getByLabel('Arrived: Pet 3').fill('8');
    await page.getByRole('button', { name: 'Remove Pet 2 from the list' }).click();
    await hand.line('2', '4');
    await shows(summary(page), '3 pets, 19 units');

    await page.getByText('Reason: arrival.').click();
    await page.getByLabel('Note for all lines').fill('van of the morning');
    await hand.press('button', 'Save');
    await page.getByText('Delivery saved: 3 pets, 19 units.').waitFor();
    await hand.press('button', 'Undo');
    await page.getByText('Undone: 3 pets, 19 units.').waitFor();
    const [undone, saved, ...others] = await ledgerOf(service, 1);
    const { kind, before: from, after: to, reason, note } = saved ?? {};
    assert.deepEqual([kind, from, to, reason, note], ['adjust', 20, 27, 'arrival', 'van of the morning']);
    assert.deepEqual([undone?.after, undone?.note, others.length], [20, 'Undo', 1]);
    assert.equal((await ledgerOf(service, 3)).length, 3);
    assert.deepEqual(refusals, []);
    // The next one starts with the first key.
    await petField(page).waitFor();
  });

  await subtest('a count with one conflict', async () => {
    await switchTo(page, 'count');
    const refusals = refusalsOf(page);
    const first = 50;
    const versioned = page.waitForResponse((response) => response.url().endsWith(`/inventory/${first + 2}`));
    for (let petId = first; petId < first + 3; petId++) await hand.line(String(petId), '18');
    await versioned;
    await sell(service, first + 1, 3);
    const conflict = page.getByRole('region', { name: `Pet ${first + 1} has changed` });
    await conflict.getByText('Changed since you counted 18: 20').waitFor();
    await conflict.getByText('(−3), admin, sale').waitFor();
    await page.getByRole('button', { name: '1 line needs your attention' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
    // The three ways out: the counted number, that number less what was sold, and no count of this pet.
    await conflict.getByRole('button', { name: 'Keep my count: 18' }).waitFor();
    await conflict.getByRole('button', { name: 'Skip' }).waitFor();
    await hand.press('button', 'Include the change: 18 −3 = 15');
    await hand.press('button', 'Save');
    await page.getByText('Count saved: 3 pets.').waitFor();
    const [conflicting] = await ledgerOf(service, first + 1);
    const [other] = await ledgerOf(service, first);
    assert.deepEqual([conflicting?.before, conflicting?.after, conflicting?.reason], [17, 15, 'count']);
    assert.deepEqual([other?.kind, other?.before, other?.after, other?.reason], ['set', 20, 18, 'count']);
    assert.deepEqual(refusals, []);
  });

  await subtest('a list survives a reload, a lost network and a lost answer', async () => {
    await switchTo(page, 'receiving');
    const first = 90;
    await hand.line(String(first), '5');
    await page.context().setOffline(true);
    await page.getByText('Offline.').waitFor();
    await hand.line(String(first + 1), '6');
    await hand.press('button', 'Save');
    await page.getByText('this device is offline').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await shows(summary(page), '2 pets, 11 units');

    // The service gets it and the answer is lost, every time.
    await intercept(page, '**/v1/inventory', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByText('Live', { exact: true }).waitFor();
    await hand.press('button', 'Save');
    await page.getByText('it may have been saved or not').waitFor();
    assert.equal((await ledgerOf(service, first)).length, 2);
    assert.equal(await page.getByLabel(`Arrived: Pet ${first}`, { exact: true }).isEditable(), false);
    await page.goto('about:blank');
    await page.unrouteAll();
    await page.goto(`${service.url}/#receiving`);
    await page.getByText('Delivery saved: 2 pets, 11 units.').waitFor();
    await until(async () => (await lines(page).count()) === 0);
    for (const petId of [first, first + 1]) assert.equal((await ledgerOf(service, petId)).length, 2, 'applied once');
  });

  await subtest('what cannot be entered says why', async () => {
    await switchTo(page, 'receiving');
    await hand.type('4711');
    await hand.enter();
    await page.getByText('There is no pet 4711.').waitFor();
    await page.getByRole('button', { name: 'Add pet 4711…' }).waitFor();
    // The next scan replaces it.
    await hand.line('5', '0');
    await page.getByText('Enter a whole number from 1.').waitFor();
    await hand.type('1.5');
    await hand.enter();
    await page.getByText('Enter a whole number from 1.').waitFor();
    await hand.type('2');
    await hand.enter();
    await hand.type('hamster');
    await hand.enter();
    await page.getByText('No pet is called “hamster”.').waitFor();
    assert.equal(await lines(page).count(), 1);
    await page.getByLabel('Arrived: Pet 5').fill('x');
    await page.getByRole('button', { name: '1 line needs your attention' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await discard(hand);
    assert.equal(await lines(page).count(), 0);
  });

  await subtest('a line that is being typed survives a reload and another screen', async () => {
    await switchTo(page, 'receiving');
    await hand.type('11');
    await hand.enter();
    await hand.type('23');
    await page.reload();
    await petField(page).waitFor();
    assert.equal(await petField(page).inputValue(), '11');
    assert.equal(await page.getByLabel('Arrived', { exact: true }).inputValue(), '23');
    await page.goto(`${service.url}/#count`);
    await page.getByLabel('Counted', { exact: true }).waitFor();
    assert.equal(await petField(page).inputValue(), '');
    await page.goto(`${service.url}/#receiving`);
    await shows(page.locator('.entry-outcome'), 'Pet 11 20 →to 43 (+23)');
    await petField(page).press('Enter');
    await shows(summary(page), '1 pet, 23 units');
    // What was typed before is selected: a scan replaces it.
    await hand.type('12');
    await page.reload();
    await petField(page).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await hand.line('13', '1');
    await shows(summary(page), '2 pets, 24 units');
    assert.equal(await page.getByLabel('Arrived: Pet 13').inputValue(), '1');
    await hand.press('button', 'Save');
    await page.getByText('Delivery saved: 2 pets, 24 units.').waitFor();
  });

  await subtest('a pet counted in two places, and the list printed in black, without controls', async () => {
    await switchTo(page, 'count');
    await hand.line('5', '8');
    await hand.type('5');
    await hand.enter();
    await hand.type('3');
    await hand.press('button', 'Add to 8 = 11');
    await lines(page).filter({ hasText: '→to 11 ' }).waitFor();
    await hand.line('5', '4');
    await lines(page).filter({ hasText: '→to 4 ' }).waitFor();
    assert.equal(await lines(page).count(), 1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Count stock' }).waitFor();
    assert.equal(await page.getByLabel('Counted: Pet 5').inputValue(), '4');
    for (const control of ['.entry', '.header', '.save-bar .button', '.sheet-lines .button']) {
      assert.equal(await page.locator(control).first().isVisible(), false, control);
    }
    const colors = await page
      .locator('.counter')
      .evaluate((it) => [
        getComputedStyle(document.documentElement).backgroundColor,
        ...new Set(
          [...it.querySelectorAll('*')]
            .filter((one) => one.checkVisibility())
            .map((one) => getComputedStyle(one).color),
        ),
      ]);
    assert.deepEqual(colors, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });

  await subtest('each key has its own lists, and a key that can only read is told why', async () => {
    await switchTo(page, 'receiving');
    await hand.line('6', '1');
    const writer = await createKey(service.store, { name: 'till-3', scope: 'write', requireVersion: true });
    await signInAs(page, writer);
    await page.goto(`${service.url}/#receiving`);
    await petField(page).waitFor();
    assert.equal(await lines(page).count(), 0);
    // This key must send a version with every write.
    const refusals = refusalsOf(page);
    await hand.line('7', '2');
    await hand.press('button', 'Save');
    await page.getByText('Delivery saved: 1 pet, 2 units.').waitFor();
    assert.deepEqual(refusals, []);
    const reader = await createKey(service.store, { name: 'window', scope: 'read' });
    await signInAs(page, reader);
    await page.goto(`${service.url}/#count`);
    await page.getByText('Your key “window” can only read').waitFor();
    await signInAs(page, service.secret);
    await page.goto(`${service.url}/#receiving`);
    await shows(summary(page), '1 pet, 1 unit');
  });

  await subtest('a list without an answer for a day is not sent again by itself', async () => {
    await switchTo(page, 'receiving');
    await hand.line('8', '1');
    await page.evaluate(() => {
      const name = 'pawstock.receiving.admin';
      const stored = JSON.parse(localStorage.getItem(name) ?? '{}');
      const rows = [{ petId: '8', delta: 1, reason: 'arrival' }];
      localStorage.setItem(name, JSON.stringify({ ...stored, sent: { rows, atMs: Date.now() - 86_400_000 } }));
    });
    await page.reload();
    await page.getByText('too long ago to send it again safely').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    assert.equal((await ledgerOf(service, 8)).length, 1);
    await hand.press('button', 'Unlock');
    await hand.press('button', 'Save');
    await page.getByText('Delivery saved: 1 pet, 1 unit.').waitFor();
  });

  await subtest('a list has at most 1,000 lines', async () => {
    await switchTo(page, 'receiving');
    await page.evaluate(() => {
      const lines = Array.from({ length: 1_000 }, (_, petId) => ({ petId: String(petId), amount: '2', seen: 20 }));
      const sheet = { lines, reason: 'arrival', note: '', idempotencyKey: 'a thousand' };
      localStorage.setItem('pawstock.receiving.admin', JSON.stringify(sheet));
    });
    await page.reload();
    await shows(summary(page), '1,000 pets, 2,000 units');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByLabel('Pet ID or name').fill('1000');
    await page.getByLabel('Arrived', { exact: true }).fill('2');
    await hand.enter();
    await page.getByText('A list can have 1,000 pets. Save it, then go on.').waitFor();
    await hand.press('button', 'Save');
    await page.getByText('Delivery saved: 1,000 pets, 2,000 units.').waitFor();
    assert.equal((await ledgerOf(service, 999))[0]?.after, 22);
  });

  await subtest('a conflict that shows only when the service refuses', async () => {
    await switchTo(page, 'count');
    await page.route('**/inventory/events*', (route) => route.abort());
    await page.reload();
    await page.getByText('Offline.').waitFor();
    await petField(page).waitFor();
    for (const petId of ['30', '31', '32']) {
      const read = page.waitForResponse((response) => response.url().endsWith(`/inventory/${petId}`));
      await hand.line(petId, '9');
      await read;
    }
    await sell(service, 30, 1);
    await sell(service, 32, 2);
    await hand.press('button', 'Save');
    // Both are found, although the refusal names one.
    await page.getByRole('button', { name: '2 lines need your attention' }).waitFor();
    await page.getByRole('region', { name: 'Pet 32' }).getByRole('button', { name: 'Skip' }).click();
    const focused = page.locator('.sheet-conflict button:focus');
    await shows(focused, 'Keep my count: 9');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Count saved: 2 pets.').waitFor();
    assert.equal((await ledgerOf(service, 30))[0]?.after, 9);
    assert.notEqual((await ledgerOf(service, 32))[0]?.reason, 'count');
  });
});

test('lists of pets on a phone', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(100, 20) });
  const petNames = { 41: 'Goldfish', 42: 'Golden hamster', 43: 'Rabbit' };
  for (const [petId, name] of Object.entries(petNames)) {
    assert.ok((await service.call('PATCH', `/v1/inventory/${petId}/details`, { body: { name } })).ok);
  }
  const { page, hand } = await openCounter(t, service, 'receiving', phone);
  const subtest = await subtestsOf(t, service, page, { prepare: () => switchTo(page, 'receiving') });

  await subtest('pets are found by name, and never by a part of several names', async () => {
    // A keyboard with letters, as there are names.
    await until(async () => (await petField(page).getAttribute('inputmode')) === 'text');
    await hand.line('rabb', '2');
    await hand.type('gold');
    await hand.enter();
    await page.getByText('Several pets match. Choose one.').waitFor();
    await hand.press('option', 'Golden hamster');
    await hand.type('3');
    await hand.enter();
    await hand.line('goldfish', '4');
    await showsAll(lines(page).locator('.sheet-pet'), ['Goldfish Pet 41', 'Golden hamster Pet 42', 'Rabbit Pet 43']);
    await hand.press('button', 'Save');
    await page.getByText('Delivery saved: 3 pets, 9 units.').waitFor();
    await page.goto(`${service.url}/#activity`);
    await page.getByRole('button', { name: 'History of pet 41 (Goldfish)' }).first().waitFor();
  });

  await subtest('with the keyboard up, the number, the outcome and Save are visible', async () => {
    for (let petId = 1; petId <= 9; petId++) await hand.line(String(petId), '1');
    for (const [viewport, outcome] of [
      [{ width: 390, height: 500 }, '(+3)'],
      [{ width: 640, height: 400 }, '(+5)'],
    ] as const) {
      await page.setViewportSize(viewport);
      await hand.type('9');
      await hand.enter();
      await hand.type('2');
      const number = page.getByLabel('Arrived', { exact: true });
      await page.locator('.entry-outcome').filter({ hasText: outcome }).waitFor();
      for (const visible of [number, page.locator('.entry-outcome'), page.getByRole('button', { name: 'Save' })]) {
        await isFullyVisible(visible);
      }
      assert.deepEqual(
        [await number.getAttribute('inputmode'), await number.getAttribute('enterkeyhint')],
        ['numeric', 'next'],
      );
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
      await hand.enter();
    }
  });
});

async function sell(service: TestService, petId: number, units: number): Promise<void> {
  const body = { delta: -units, reason: 'sale' };
  const response = await service.call('POST', `/v1/inventory/${petId}/adjustments`, { body });
  assert.equal(response.status, 200);
}
