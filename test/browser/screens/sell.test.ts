import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../../src/domain/action.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  changesOf,
  clickButtons,
  countTones,
  intercept,
  openPage,
  reload,
  reloadWithoutEvents,
  scan,
  setDetails,
  signInAs,
  typeKey,
  typeLines,
} from '../../support/browser/page.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createKey, numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { openList, petField, saveList, sellElsewhere, showsLines } from '../lists.ts';

const ean = '4006381333931';

async function reserve(
  service: TestService,
  id: string,
  petId: number,
  quantity: number,
): Promise<void> {
  const body = { items: [{ petId, quantity }], expiresIn: 3_600, note: 'Ms Li' };
  assert.equal((await service.call('PUT', `/v1/reservations/${id}`, { body })).status, 201);
}

test('a sale', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(20, 5) });
  await setDetails(service, {
    1: { name: 'Guppy', barcode: ean },
    2: { name: 'Rabbit' },
    3: { name: 'Parrot' },
  });
  await reserve(service, 'order-1', 3, 4);
  const page = await openPage(t, service, { mayBeRefused: true });
  await page.getByRole('link', { name: 'Sell' }).click();
  await petField(page).waitFor();
  const tones = await countTones(page);
  const sell = page.getByRole('button', { name: 'Sell', exact: true });
  const lineOf = (petId: number) => page.locator(`[data-line="${petId}"]`);
  const lastChangeOf = async (petId: number) => (await changesOf(service, petId))[0];

  await t.test(
    'each scan adds one, a number and a star set the last line, and all is sold at once',
    async () => {
      for (const code of [ean, 'pet 2', ean]) await scan(page, code);
      await showsLines(page, '1: 2', '2: 1');
      await lineOf(1).getByText('3 left').waitFor();
      await typeLines(page, '3*');
      await typeLines(page, 'parrot');
      await lineOf(3).getByText('4 left, 4 reserved').waitFor();
      await showsLines(page, '3: 1', '1: 3', '2: 1');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Sold: 3 pets, 5 units.').waitFor();
      await petField(page).waitFor();
      assert.equal(await lastChangeOf(1), 'adjust 5 → 2, sale');
      assert.equal(await lastChangeOf(3), 'adjust 5 → 4, sale');
      await page.getByRole('region', { name: 'Last sales' }).getByText('3 pets, 5 units').waitFor();
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await page.getByText('Undone: 3 pets, 5 units.').waitFor();
      assert.equal(await lastChangeOf(1), 'adjust 2 → 5, sale: Undo');
    },
  );

  await t.test(
    'stock that is not there is refused at once, in words and with a sound',
    async () => {
      await scan(page, 'parrot');
      await scan(page, 'parrot');
      await page
        .getByText('Not enough of pet 3 (Parrot). Only 1 left to sell. 4 more are reserved.')
        .waitFor();
      await until(async () => (await tones()) === 1);
      await showsLines(page, '3: 1');
      await scan(page, 'pet 2');
      await typeLines(page, '6*');
      await page.getByText('Not enough of pet 2 (Rabbit). Only 5 left to sell.').waitFor();
      await until(async () => (await tones()) === 2);
      await page.keyboard.press('Escape');
      await lineOf(2).getByRole('textbox').fill('6');
      await lineOf(2).getByText('Only 5 left to sell.').waitFor();
      await sell.click();
      await until(async () => (await tones()) === 3);
      await lineOf(2).locator('input:focus').waitFor();
      await page.keyboard.press('Control+Enter');
      await until(async () => (await tones()) === 4);
      await showsLines(page, '2: 6', '3: 1');
      await lineOf(2).getByRole('textbox').selectText();
      await typeLines(page, '5');
      assert.equal(
        await page
          .getByLabel('Pet or reservation')
          .and(page.locator('[aria-invalid=true]'))
          .count(),
        0,
        'the command field did not get the Enter',
      );
      // "Sell" also adds a pet that is still in the command field.
      await page.keyboard.type('pet 4');
      await sell.click();
      await page.getByText('Sold: 3 pets, 7 units.').waitFor();
      assert.equal(await lastChangeOf(4), 'adjust 5 → 4, sale');
      await scan(page, 'pet 5');
      await page.keyboard.press('Enter');
      await page.keyboard.type('par rot');
      await sell.click();
      await page.getByText('No pet or reservation is called “par rot”.').waitFor();
      // The user types on while the page looks for a reservation. Its late response does not
      // overwrite the typed text.
      await petField(page).fill('');
      const late = Promise.withResolvers<void>();
      await intercept(page, '**/reservations/nine', (route) =>
        late.promise.then(() => route.continue()),
      );
      const answered = page.waitForResponse('**/reservations/nine');
      await typeLines(page, 'nine');
      await page.keyboard.type('teen');
      late.resolve();
      await answered;
      await page.getByText('No pet or reservation is called “nine”.').waitFor();
      await page.keyboard.type('s');
      assert.equal(await petField(page).inputValue(), 'teens');
      await petField(page).fill('');
      await sellElsewhere(service, 5, 5);
      await lineOf(5).getByText('None left to sell.').waitFor();
      await sell.click();
      await lineOf(5).locator('input:focus').waitFor();
      await page.getByRole('button', { name: 'Remove Pet 5 from the list' }).click();
    },
  );

  await t.test('a reservation is handed over', async () => {
    await scan(page, 'pet 6');
    await scan(page, 'order-1');
    await page
      .getByText('Sell or discard the list first, then scan the reservation again.')
      .waitFor();
    await page.getByRole('button', { name: 'Remove Pet 6 from the list' }).click();
    await page.getByText('Add a note').click();
    await page.getByLabel('Note for all lines').fill('by card');
    await page.keyboard.press('Enter');
    await petField(page).waitFor();
    await scan(page, 'order-1');
    await page.getByText(/^Reservation order-1 Reserved by admin until .* Note: Ms Li$/).waitFor();
    await showsLines(page, '3: 4');
    await scan(page, 'pet 7');
    await page.getByText('Sell or close reservation order-1 first.').waitFor();
    await sell.click();
    await page.getByText('Sold: reservation order-1, 1 pet, 4 units.').waitFor();
    assert.equal(await lastChangeOf(3), 'adjust 4 → 0, sale: by card');
    await reserve(service, 'gone', 9, 1);
    await service.call('DELETE', '/v1/inventory/9');
    await scan(page, 'gone');
    await page.getByRole('button', { name: 'Close' }).click();
    await reserve(service, '7', 8, 1);
    await petField(page).waitFor();
    await typeLines(page, 'order 7');
    await showsLines(page, '8: 1');
    await page.getByRole('button', { name: 'Close' }).click();
    await petField(page).waitFor();
    await typeLines(page, '7');
    await page.getByText('“7” is a pet and a reservation. Choose one.').waitFor();
    await showsLines(page);
    await page.getByRole('option', { name: 'Reservation 7' }).click();
    await showsLines(page, '8: 1');
    await service.call('DELETE', '/v1/reservations/7');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not sold: ').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await showsLines(page);
    await scan(page, 'pet 6');
  });

  await t.test(
    'an unknown code offers to add the pet, and a list is kept without a network',
    async () => {
      await scan(page, '5012345678900');
      await page.getByRole('option', { name: 'Add this pet…' }).click();
      assert.equal(
        await page.getByRole('textbox', { name: /^Barcode/ }).inputValue(),
        '5012345678900',
      );
      await page.keyboard.press('Escape');
      await page.context().setOffline(true);
      await page.getByText('Offline.').waitFor();
      await scan(page, '5012345678917');
      // While offline, the page does not look for a reservation with the scanned code, because
      // retries would take long.
      await page.getByText('No pet is called “5012345678917”.').waitFor({ timeout: 2_000 });
      await page.context().setOffline(false);
      await reload(page);
      await showsLines(page, '6: 1');
      await signInAs(
        page,
        await createKey(service.store, { name: 'till-2', scope: 'write', requireVersion: true }),
      );
      await openList(page, 'sell');
      await scan(page, '5012345678900');
      await page.getByText('A person who also edits pets can add it.').waitFor();
      await scan(page, 'pet 10');
      await sell.click();
      await page.getByText('Sold: 2 pets, 2 units.').waitFor();
    },
  );

  await t.test('a list that two tabs send is sold once, and taken back once', async () => {
    await signInAs(page, service.secret);
    assert.equal(
      await page.getByRole('alertdialog').filter({ hasText: 'Sold' }).count(),
      0,
      'another user has signed in',
    );
    await openList(page, 'sell');
    await scan(page, 'pet 6');
    await showsLines(page, '6: 1');
    const second = await page.context().newPage();
    await second.goto(`${service.url}/#key=${service.secret}`);
    await second.getByText('Live', { exact: true }).waitFor();
    await openList(second, 'sell');
    await showsLines(second, '6: 1');
    const isSent = Promise.withResolvers<void>();
    await intercept(page, '**/v1/inventory', async (route) => {
      await isSent.promise;
      await route.continue();
    });
    await sell.click();
    await second.getByRole('button', { name: 'Try again' }).click();
    await second.getByText('Sold: 1 pet, 1 unit.').waitFor();
    isSent.resolve();
    await page.getByText('Sold: 1 pet, 1 unit.').waitFor();
    for (const tab of [page, second]) {
      await tab.getByRole('button', { name: 'Undo' }).first().click();
      await tab.getByText('Undone: 1 pet, 1 unit.').waitFor();
    }
    assert.equal((await changesOf(service, 6)).length, 4);
  });
});

test('a list that the network or the service does not take', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(9, 20) });
  const page = await openPage(t, service, { mayBeRefused: true });

  await t.test(
    'survives a lost network, a reload and a lost response, and counts once',
    async () => {
      await openList(page, 'receiving');
      await typeLines(page, '0', '5*');
      await page.context().setOffline(true);
      await page.getByText('Offline.').waitFor();
      await typeLines(page, '1', '6*');
      await page.context().setOffline(false);
      await reload(page);
      await showsLines(page, '1: 6', '0: 5');
      // The service receives the delivery, but the page never receives the response. A proxy's own
      // response to the next attempts says nothing about the first one.
      let attempts = 0;
      await intercept(page, '**/v1/inventory', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        attempts++;
        if (attempts > 1) return route.fulfill({ status: 404 });
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.getByText('Live', { exact: true }).waitFor();
      await saveList(page, '1 list waits on this device.');
      await until(() => attempts > 2);
      assert.equal(await page.getByText('1 list waits on this device.').count(), 1);
      await page.goto('about:blank');
      await page.unrouteAll();
      await page.goto(`${service.url}/#receiving`);
      await typeKey(page, service.secret);
      await page.getByText('The list that waited here is stored.').waitFor();
      for (const petId of [0, 1])
        assert.equal((await changesOf(service, petId)).length, 2, 'applied once');
    },
  );

  /**
   * Writes a delivery to the browser's local storage, in the page's own format, and reloads the
   * page.
   */
  const store = async (sheet: object) => {
    const common = { reason: 'arrival', note: '', idempotencyKey: 'stored' };
    const text = JSON.stringify({ ...common, ...sheet });
    await page.evaluate((text) => localStorage.setItem('pawstock.receiving', text), text);
    await reload(page);
    await page.getByText('Live', { exact: true }).waitFor();
  };

  await t.test(
    'is not sent again by itself after a week without an answer, or with another key',
    async () => {
      const { createdAt } = (await (await service.call('GET', '/v1/key')).json()) as {
        createdAt: string;
      };
      for (const [ageMs, keyCreatedMs] of [
        [7 * 86_400_000, Date.parse(createdAt)],
        [0, Date.parse(createdAt) - 1],
      ] as const) {
        const rows = [{ petId: '8', delta: 1, reason: 'arrival' }];
        const sent = { rows, atMs: Date.now() - ageMs, keyCreatedMs };
        await store({ lines: [{ petId: '8', amount: '1', seen: 20 }], sent });
        await page.getByText('sending it again is not safe').waitFor();
        assert.equal((await changesOf(service, 8)).length, 1);
      }
      await clickButtons(page, 'Unlock');
      await saveList(page, 'Delivery saved: 1 pet, 1 unit.');
    },
  );

  await t.test(
    'is not saved again with a new key of the same name, if only the response of its first save was lost',
    async () => {
      const name = 'counter';
      await signInAs(page, await createKey(service.store, { name, scope: 'write' }));
      await openList(page, 'receiving');
      await typeLines(page, '7', '3*');
      // The service stores the delivery, and its response is lost. The browser's client sends the
      // request again by itself, but meanwhile an owner has removed the key.
      let attempts = 0;
      await intercept(page, '**/v1/inventory', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        if (++attempts > 1) return route.continue();
        await route.fetch();
        await service.store.perform(commandAction({ kind: 'key.revoke', name }));
        await route.abort('connectionreset');
      });
      await clickButtons(page, 'Save');
      await page.getByText('has been revoked or replaced').waitFor();
      await page.unrouteAll();

      await signInAs(page, await createKey(service.store, { name, scope: 'write' }));
      await page.getByText('1 of them needs you.').waitFor();
      await clickButtons(page, 'Show lists');
      await page.getByText('The key “counter” is no longer valid.').waitFor();
      await clickButtons(page, 'It is there: remove');
      await page.getByText('1 of them needs you.').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      assert.equal((await changesOf(service, 7)).length, 2, 'applied once');
      await signInAs(page, service.secret);
      await openList(page, 'receiving');
    },
  );

  await t.test('has at most 1,000 lines', async () => {
    const petIds = Array.from({ length: 1_000 }, (_, index) => index + 100);
    await store({
      lines: petIds.map((petId) => ({ petId: String(petId), amount: '2', seen: 20 })),
    });
    await page.getByLabel('Pet ID or name').fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('A list can have 1,000 pets. Save it, then go on.').waitFor();
  });

  await t.test('shows every conflict that the service finds', async () => {
    await openList(page, 'count');
    await reloadWithoutEvents(page);
    await petField(page).waitFor();
    for (const petId of ['3', '4', '5']) {
      const read = page.waitForResponse((response) =>
        response.url().endsWith(`/inventory/${petId}`),
      );
      await typeLines(page, petId);
      await read;
      await typeLines(page, '9*');
    }
    await sellElsewhere(service, 3, 1);
    await sellElsewhere(service, 5, 2);
    // Another till has sold two of the counted pets. The service's refusal names one of them, but
    // the page finds both.
    await saveList(page, '2 lines need your attention');
    await page
      .getByRole('region', { name: 'Pet 5' })
      .getByRole('button', { name: /^Keep theirs/ })
      .click();
    await page
      .getByRole('region', { name: 'Pet 3' })
      .getByRole('button', { name: /^Keep theirs/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Count saved: 2 pets.').waitFor();
    assert.equal((await changesOf(service, 3))[0], 'set 19 → 9, count');
    assert.equal((await changesOf(service, 5))[0], 'adjust 20 → 18, sale');
  });
});
