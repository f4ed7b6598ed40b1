import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideRevoke } from '../../src/domain/api-key.ts';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, quantityOf, rowOf, shows, showsAll } from '../support/browser/page.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

test('session', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });

  await t.test('sign-in with a typed key; a wrong key is refused', async (t) => {
    const page = await openPage(t, service, { secret: null });
    await page.getByLabel('API key').fill(service.secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Unknown key.').waitFor();
    await page.getByLabel('API key').fill('paw_schlüssel für till 3');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('it contains a space or a special character').waitFor();
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await shows(quantityOf(page, 1), '10');
    await page.reload();
    await shows(quantityOf(page, 1), '10');
  });

  await t.test('sign-in by link removes the key from the URL and keeps it in this tab only', async (t) => {
    const page = await openPage(t, service);
    await shows(quantityOf(page, 1), '10');
    assert.equal(page.url(), `${service.url}/`);
    const stored = await page.evaluate(() => ({
      session: Object.values(sessionStorage),
      local: Object.values(localStorage),
      cookies: document.cookie,
      entries: history.length,
    }));
    assert.deepEqual(stored, { session: [service.secret], local: [], cookies: '', entries: 2 });
    await rowOf(page, 2).click();
    await page.keyboard.type('77');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  await t.test('a read key is offered nothing that writes', async (t) => {
    const secret = await createKey(service.store, { name: 'viewer', scope: 'read' });
    const page = await openPage(t, service, { secret });
    await shows(quantityOf(page, 1), '10');
    assert.equal(await page.getByRole('button', { name: /Change|Add pet/ }).count(), 0);
    await rowOf(page, 1).click();
    await page.getByRole('dialog', { name: 'Pet 1' }).waitFor();
    assert.equal(await page.locator('.editor').count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions for pet 2' }).click();
    await showsAll(page.getByRole('menuitem'), ['History']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await showsAll(page.getByRole('menuitem'), [
      'Export shown pets',
      'Print shown pets',
      'Keyboard shortcuts',
      'API reference',
      'Sign out',
    ]);
  });

  await t.test('a write key is offered no admin actions', async (t) => {
    const secret = await createKey(service.store, { name: 'till', scope: 'write' });
    const page = await openPage(t, service, { secret });
    await page.getByRole('button', { name: 'More actions for pet 2' }).click();
    await showsAll(page.getByRole('menuitem'), ['Change quantity', 'History']);
    assert.equal(await page.getByRole('button', { name: 'Add pet' }).count(), 0);
  });

  await t.test('a revoked key leads to sign-in with the reason and keeps the input', async (t) => {
    const secret = await createKey(service.store, { name: 'leaving', scope: 'write' });
    const page = await openPage(t, service, { secret });
    await rowOf(page, 3).click();
    await page.keyboard.type('42');
    await page.getByLabel('Note').fill('half a sentence');
    await service.store.changeKeys('leaving', (named) => decideRevoke(named, 'leaving', Date.now()));
    await page.keyboard.press('Enter');
    await page.getByText('This key is no longer valid').waitFor();
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Change pet 3' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '42');
    assert.equal(await page.getByLabel('Note').inputValue(), 'half a sentence');
    await page.getByRole('button', { name: /Save|Try again/ }).click();
    await shows(quantityOf(page, 3), '42');
  });
});
