import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideRevoke } from '../../src/domain/api-key.ts';
import { openPage, quantityOf, rowOf, shows, showsAll } from '../support/browser.ts';
import { noBrowser } from '../support/chromium.ts';
import { createKey } from '../support/keys.ts';
import { startService } from '../support/service.ts';

test('signing in', { skip: noBrowser() }, async (t) => {
  const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });

  await t.test('with a key that is typed; a wrong one is refused', async (t) => {
    const page = await openPage(t, service, { secret: null });
    await page.getByLabel('API key').fill(service.secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service does not know this key.').waitFor();
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await shows(quantityOf(page, 1), '10');
    await page.reload();
    await shows(quantityOf(page, 1), '10');
  });

  await t.test('with a link, whose key is in the address no longer; it stays in this tab', async (t) => {
    const page = await openPage(t, service);
    await shows(quantityOf(page, 1), '10');
    assert.equal(page.url(), `${service.url}/`);
    const kept = await page.evaluate(() => ({
      session: Object.values(sessionStorage),
      local: Object.values(localStorage),
      cookies: document.cookie,
      entries: history.length,
    }));
    assert.deepEqual(kept, { session: [service.secret], local: [], cookies: '', entries: 2 });
    await rowOf(page, 2).click();
    await page.keyboard.type('77');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  await t.test('a key that may only read is offered nothing else', async (t) => {
    const secret = await createKey(service.store, { name: 'viewer', scope: 'read' });
    const page = await openPage(t, service, { secret });
    await shows(quantityOf(page, 1), '10');
    assert.equal(await page.getByRole('button', { name: /Change|Add pet/ }).count(), 0);
    await rowOf(page, 1).click();
    await page.getByRole('dialog', { name: 'Pet 1' }).waitFor();
    assert.equal(await page.locator('.editor').count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More about pet 2' }).click();
    await showsAll(page.getByRole('menuitem'), ['History']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await showsAll(page.getByRole('menuitem'), ['Export what is shown', 'Keys', 'API reference', 'Sign out']);
  });

  await t.test('a key that may write is not offered what is for admins', async (t) => {
    const secret = await createKey(service.store, { name: 'till', scope: 'write' });
    const page = await openPage(t, service, { secret });
    await page.getByRole('button', { name: 'More about pet 2' }).click();
    await showsAll(page.getByRole('menuitem'), ['Change quantity', 'History']);
    assert.equal(await page.getByRole('button', { name: 'Add pet' }).count(), 0);
  });

  await t.test('a key that is revoked: back to the door with the reason, and nothing typed is lost', async (t) => {
    const secret = await createKey(service.store, { name: 'leaving', scope: 'write' });
    const page = await openPage(t, service, { secret });
    await rowOf(page, 3).click();
    await page.keyboard.type('42');
    await page.getByLabel('Note').fill('half a sentence');
    await service.store.changeKeys('leaving', (named) => decideRevoke(named, 'leaving', Date.now()));
    await page.keyboard.press('Enter');
    await page.getByText('This key is not valid any more').waitFor();
    await page.getByLabel('API key').fill(service.secret);
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Change pet 3' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'New quantity' }).inputValue(), '42');
    assert.equal(await page.getByLabel('Note').inputValue(), 'half a sentence');
    await page.getByRole('button', { name: /Save|Try again/ }).click();
    await shows(quantityOf(page, 3), '42');
  });
});
