import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../../src/domain/action.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  chooseInMenu,
  clickButtons,
  openPage,
  quantityOf,
  shows,
  showsAll,
  signInAs,
  typeLines,
} from '../../support/browser/page.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createKey } from '../../support/service/store-contents.ts';
import { openList, showsLines } from '../lists.ts';
import { addPerson, lock, names, signInWithPin, typePin } from '../people.ts';

const hour = 3_600_000;

/** A service with three pets, and a page in which an owner is signed in. */
async function openShop(t: Parameters<typeof openPage>[0]) {
  const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });
  const owner = await createKey(service.store, { name: 'boss', scope: 'owner' });
  const page = await openPage(t, service, { secret: owner, mayBeRefused: true });
  return { service, owner, page };
}

const entriesBy = async (service: TestService, petId: number) => {
  const response = await service.call('GET', `/v1/inventory/${petId}/history`);
  const entries = (await response.json()) as { key: string; kind: string }[];
  return entries.map(({ key, kind }) => `${kind} by ${key}`);
};

test('people at a till', { skip: noBrowser() }, async (t) => {
  const { service, owner, page } = await openShop(t);

  await t.test('an owner adds two people, each with a PIN', async () => {
    await addPerson(page, 'Ada', '4711');
    await addPerson(page, 'Ben', '080808');
    await lock(page);
    await showsAll(names(page), ['Ada @ Till 1', 'Ben @ Till 1']);
  });

  await t.test('a locked device shows the names and nothing of the shop', async () => {
    assert.equal(await page.getByRole('grid').count(), 0);
    assert.equal(await page.getByRole('navigation').count(), 0);
  });

  await t.test('the device stores no key that can be read without a PIN', async () => {
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    assert.doesNotMatch(stored, /paw_/);
    assert.ok(!stored.includes(owner));
  });

  await t.test('a person signs in with their PIN, and sells under their name', async () => {
    await signInWithPin(page, 'Ada @ Till 1', '4711');
    await openList(page, 'sell');
    await typeLines(page, '1');
    await clickButtons(page, 'Sell');
    await page.getByText('Sold: 1 pet, 1 unit.').waitFor();
    assert.equal((await entriesBy(service, 1))[0], 'adjust by Ada @ Till 1');
  });

  await t.test('a list stays when the person changes, and is saved by who saves it', async () => {
    await typeLines(page, '2', '3*');
    await lock(page);
    await signInWithPin(page, 'Ben @ Till 1', '080808');
    await showsLines(page, '2: 3');
    await clickButtons(page, 'Sell');
    await page.getByText('Sold: 1 pet, 3 units.').waitFor();
    assert.equal((await entriesBy(service, 2))[0], 'adjust by Ben @ Till 1');
    assert.deepEqual((await changesOf(service, 2))[0], 'adjust 10 → 7, sale');
  });

  await t.test('a half-typed word is not there for the next person', async () => {
    await page.keyboard.type('12');
    await lock(page);
    await signInWithPin(page, 'Ada @ Till 1', '4711');
    assert.equal(await page.getByLabel('Pet or reservation').inputValue(), '');
  });

  await t.test('a page that is loaded again is locked', async () => {
    await page.reload();
    await showsAll(names(page), ['Ada @ Till 1', 'Ben @ Till 1']);
  });

  await t.test('locking locks all tabs, and each is unlocked by itself', async () => {
    await signInWithPin(page, 'Ada @ Till 1', '4711');
    const second = await page.context().newPage();
    await second.goto(service.url);
    await signInWithPin(second, 'Ben @ Till 1', '080808');
    await lock(second);
    await names(page).first().waitFor();
    await second.close();
  });

  await t.test('the right PIN gives all five tries back', async () => {
    await typePin(page, 'Ada @ Till 1', '0000');
    await page.getByText('Wrong PIN. You have 4 more tries.').waitFor();
    await signInWithPin(page, 'Ada @ Till 1', '4711');
    await lock(page);
    await typePin(page, 'Ada @ Till 1', '0000');
    await page.getByText('Wrong PIN. You have 4 more tries.').waitFor();
  });

  await t.test('five wrong PINs forget the person, also if the page is loaded again', async () => {
    await page.reload();
    for (const left of ['You have 3 more', 'You have 2 more', 'After one more']) {
      await typePin(page, 'Ada @ Till 1', '0000');
      await page.getByText(left).waitFor();
    }
    await typePin(page, 'Ada @ Till 1', '0000');
    await page.getByText('This device has forgotten Ada @ Till 1.').waitFor();
    await showsAll(names(page), ['Ben @ Till 1']);
  });

  await t.test('the digits can be touched, too', async () => {
    await clickButtons(page, 'Ben @ Till 1');
    await clickButtons(page, '0', '8', '0', '8', '0', '9', 'Erase the last digit', '8', 'Unlock');
    await page.getByText('Live', { exact: true }).waitFor();
  });

  await t.test('a person whose key is revoked is forgotten, with the reason', async () => {
    await service.store.perform(commandAction({ kind: 'key.revoke', name: 'Ben @ Till 1' }));
    await page.getByText('Your key “Ben @ Till 1” has been revoked').waitFor();
    assert.equal(await names(page).count(), 0);
    await page.getByLabel('API key').waitFor();
  });
});

test('an owner revokes all keys of a lost device in one step', { skip: noBrowser() }, async (t) => {
  const { service, page } = await openShop(t);
  await addPerson(page, 'Ada', '4711');
  await addPerson(page, 'Ben', '4712');
  await chooseInMenu(page, 'Menu', 'Settings');
  await page.getByText('Till 1: 2 keys').waitFor();

  await clickButtons(page, 'Revoke all of Till 1', 'Revoke');

  await page.getByText('All keys of Till 1 are revoked.').waitFor();
  await page.getByText('Till 1:').waitFor({ state: 'detached' });
  for (const name of ['Ada @ Till 1', 'Ben @ Till 1']) {
    const key = (await service.store.keys()).find((one) => one.name === name);
    assert.notEqual(key?.revokedAtMs, null, `${name} is revoked`);
  }
});

test('a device locks by itself', { skip: noBrowser() }, async (t) => {
  const { page } = await openShop(t);
  await addPerson(page, 'Ada', '4711');

  await t.test('after five minutes in which no one uses it', async () => {
    await lock(page);
    await page.clock.install();
    await signInWithPin(page, 'Ada @ Till 1', '4711');
    await page.clock.fastForward(4 * 60_000);
    await page.keyboard.press('Tab');
    await page.clock.fastForward(4 * 60_000);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.clock.fastForward(2 * 60_000);
    await names(page).first().waitFor();
  });

  await t.test('after each sale, if that is chosen', async () => {
    await signInWithPin(page, 'Ada @ Till 1', '4711');
    await chooseInMenu(page, 'Menu', 'People at this device');
    await page.getByLabel('Lock this device').selectOption('After each sale');
    await page.keyboard.press('Escape');
    await openList(page, 'sell');
    await typeLines(page, '1');
    await clickButtons(page, 'Sell');
    await names(page).first().waitFor();
  });
});

test('a PIN keeps only keys that can do little harm', { skip: noBrowser() }, async (t) => {
  const { service, page } = await openShop(t);
  const openPeople = () => chooseInMenu(page, 'Menu', 'People at this device');
  const expiresAtMs = Date.now() + hour;

  await t.test('none that may do more than sell and count', async () => {
    await openPeople();
    await page.getByText('A PIN is too weak for your key, which may do more').waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('none that never expires', async () => {
    await signInAs(page, await createKey(service.store, { name: 'forever', scope: 'write' }));
    await openPeople();
    await page.getByText('A PIN is too weak for your key, which never expires.').waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('the key of a person who counts, until it expires', async () => {
    const key = await createKey(service.store, { name: 'cleo', scope: 'write', expiresAtMs });
    await signInAs(page, key);
    await openPeople();
    await clickButtons(page, 'Use a PIN on this device');
    await page.getByLabel('PIN', { exact: true }).fill('2580');
    await clickButtons(page, 'Use this PIN');
    await page.getByText('cleo can now sign in here with the PIN.').waitFor();
    await page.reload();
    await signInWithPin(page, 'cleo', '2580');
    await shows(quantityOf(page, 1), '10');
  });

  await t.test('until the person signs out, who is then forgotten', async () => {
    await chooseInMenu(page, 'Menu', 'Sign out');
    await page.getByLabel('API key').waitFor();
    assert.equal(
      await page.evaluate(() => JSON.stringify({ ...localStorage }).includes('cleo')),
      false,
    );
  });
});
