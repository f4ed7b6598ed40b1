import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../../src/domain/action.ts';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  chooseInMenu,
  clickButtons,
  intercept,
  openPage,
  pressKeys,
  quantityOf,
  rowOf,
  shows,
  showsAll,
  signInAs,
  typeLines,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { createKey } from '../../support/service/store-contents.ts';
import { openList } from '../lists.ts';

test('session', { skip: noBrowser() }, async (t) => {
  let shiftMs = 0;
  const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets, now: () => Date.now() + shiftMs });

  await t.test('a wrong key is refused, and the right one signs in', async (t) => {
    const page = await openPage(t, service, { secret: null, mayBeRefused: true });
    await page
      .getByLabel('API key')
      .fill(service.secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByText('The API key is mistyped or cut off, or it has expired or been revoked.')
      .waitFor();
    await page.getByLabel('API key').fill('paw_schlüssel für till 3');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('it contains a space or a special character').waitFor();
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await shows(quantityOf(page, 1), '10');
  });

  await t.test('another tab and a page that is loaded again ask for the key', async (t) => {
    const page = await openPage(t, service);
    const later = await page.context().newPage();
    await later.goto(service.url);
    await later.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  const page = await openPage(t, service, { mayBeRefused: true });

  await t.test('sign-in by link removes the key from the URL and stores it nowhere', async () => {
    await shows(quantityOf(page, 1), '10');
    assert.equal(page.url(), `${service.url}/`);
    const stored = await page.evaluate(() => ({
      session: Object.values(sessionStorage),
      local: Object.values(localStorage),
      cookies: document.cookie,
      entries: history.length,
    }));
    assert.deepEqual(stored, { session: [], local: [], cookies: '', entries: 2 });
  });

  await t.test('each key is offered what it may do', async () => {
    const secret = await createKey(service.store, { name: 'viewer', scope: 'read' });
    await signInAs(page, secret);
    await shows(quantityOf(page, 1), '10');
    assert.equal(await page.getByRole('button', { name: /Change|Add pet/ }).count(), 0);
    await rowOf(page, 1).click();
    await page.getByRole('dialog', { name: 'Pet 1' }).waitFor();
    assert.equal(await page.locator('[data-editor]').count(), 0);
    await pressKeys(page, ['Escape', '/', '2', 'Enter']);
    await page.getByRole('dialog', { name: 'Pet 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'More actions for pet 2' }).click();
    await showsAll(page.getByRole('menuitem'), [
      'Change quantityNeeds the role “Sells and counts”',
      'History',
      'Mark as pending or soldNeeds the role “Also edits pets”',
      'Details or removeNeeds the role “Also edits pets”',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await showsAll(page.getByRole('menuitem', { name: 'Needs the role' }), [
      'Add pet…Needs the role “Also edits pets”',
      'Import spreadsheet…Needs the role “Sells and counts”',
    ]);
    assert.equal(
      await page.getByRole('menuitem', { name: 'Settings' }).count(),
      0,
      'for owners only',
    );
    await page.keyboard.press('Escape');

    await signInAs(page, await createKey(service.store, { name: 'till', scope: 'write' }));
    await page.getByRole('button', { name: 'Change pet 2', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add pet' }).count(), 0);
    await chooseInMenu(page, 'More actions for pet 2', 'Mark as pending or sold');
    const dialog = page.getByRole('dialog', { name: 'Your key' });
    await dialog
      .getByText(
        'needs a key with the role “Also edits pets”. Yours has the role “Sells and counts”.',
      )
      .waitFor();
    await page.keyboard.press('Escape');

    await signInAs(page, await createKey(service.store, { name: 'boss', scope: 'owner' }));
    await page.getByRole('button', { name: 'Add pet' }).waitFor();
    await chooseInMenu(page, 'Menu', 'Key: boss');
    await dialog.getByText('Allowed: OwnerDoes everything').waitFor();
    assert.equal(await dialog.getByText(/Not allowed|For more/).count(), 0);
    await page.keyboard.press('Escape');
  });

  await t.test('a revoked key leads to sign-in with the reason and keeps the input', async () => {
    // The key has an expiry date in the future, and the page must not report it as expired.
    const expiresAtMs = Date.now() + 3_600_000;
    await signInAs(
      page,
      await createKey(service.store, { name: 'Jörg Müller', scope: 'write', expiresAtMs }),
    );
    await rowOf(page, 3).click();
    await page.keyboard.type('42');
    await page.getByLabel('Note').fill('half a sentence');
    await service.store.perform(commandAction({ kind: 'key.revoke', name: 'Jörg Müller' }));
    // The page notices the revoked key by itself within 10 seconds. The event stream would end only
    // after 15 seconds.
    await page
      .getByText('Your key “Jörg Müller” has been revoked or replaced. Ask for a new one.')
      .waitFor({ timeout: 10_000 });
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Change pet 3' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '42');
    assert.equal(await page.getByLabel('Note').inputValue(), 'half a sentence');
    await page.getByRole('button', { name: /Save|Try again/ }).click();
    await shows(quantityOf(page, 3), '42');
  });

  await t.test('signing out asks about unsaved work, and signs out of every tab', async () => {
    const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
    await openList(page, 'receiving');
    await typeLines(page, '3', '2*');
    await page.getByRole('link', { name: 'Stock' }).click();
    await rowOf(page, 2).click();
    await page.keyboard.type('77');
    await chooseInMenu(page, 'Menu', 'Sign out');
    await question.getByText('Your change to pet 2 will be discarded.').waitFor();
    await question.getByText('The list in “Receive” stays here').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '77');
    const second = await page.context().newPage();
    await second.goto(`${service.url}/#key=${service.secret}`);
    await shows(quantityOf(second, 1), '10');
    await chooseInMenu(second, 'Menu', 'Sign out');
    await clickButtons(second, 'Sign out');
    await page
      .getByText('You signed out in another tab. Your change to pet 2 has been discarded.')
      .waitFor();
    for (const tab of [page, second]) {
      await tab.reload();
      await tab.getByLabel('API key').waitFor();
      const stored = await tab.evaluate(() => [
        ...Object.keys(sessionStorage),
        ...Object.keys(localStorage),
      ]);
      assert.deepEqual(stored, ['pawstock.receiving']);
    }
    await second.close();
  });

  await t.test('a refusal that is not from the service says nothing of the key', async () => {
    await signInAs(
      page,
      await createKey(service.store, { name: 'behind-a-proxy', scope: 'write' }),
    );
    await intercept(page, '**/v1/**', (route) =>
      route.fulfill({ status: 401, body: 'Your login at the proxy has expired.' }),
    );
    // Opening the editor sends a request. The click fails if the refusal of an earlier request has
    // ended the session.
    rowOf(page, 2)
      .click()
      .catch(() => undefined);
    await page.getByText('Your key “behind-a-proxy” was not accepted. Sign in again.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await t.test(
    'an expired key says that it has expired, whatever the time on the device',
    async () => {
      const expiresAtMs = Date.now() + 3_600_000;
      const secret = await createKey(service.store, {
        name: 'holiday',
        scope: 'write',
        expiresAtMs,
      });
      await signInAs(page, secret);
      await rowOf(page, 2).click();
      await page.keyboard.type('5');
      // The service's clock is ahead of the machine's, so the test adjusts the Date header that
      // Node writes.
      await intercept(page, '**/v1/**', async (route) => {
        const response = await route.fetch();
        const date = new Date(Date.now() + shiftMs).toUTCString();
        await route.fulfill({ response, headers: { ...response.headers(), date } });
      });
      shiftMs = 7_200_000;
      await page.keyboard.press('Enter');
      await page.getByText('Your key “holiday” has expired. Ask for a new one.').waitFor();
      await page.getByLabel('API key').fill(secret);
      await page.keyboard.press('Enter');
      await page
        .getByText('or it has expired or been revoked. Check it, or ask for a new one.')
        .waitFor();
      // A request of the page may still be in the test's route handler, which must finish before
      // the test ends.
      await page.unrouteAll({ behavior: 'wait' });
    },
  );
});
