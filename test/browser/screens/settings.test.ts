import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../support/browser/chromium.ts';
import {
  chooseInMenu,
  clickButtons,
  openPage,
  pressKeys,
  setDetails,
  typeLines,
} from '../../support/browser/page.ts';
import { MailServer } from '../../support/mail/mail-server.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createKey } from '../../support/service/store-contents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { addEndpoint, webhookIn } from '../../support/webhooks/endpoint.ts';
import { Receiver } from '../../support/webhooks/receiver.ts';

async function openSettings(page: Page): Promise<void> {
  await chooseInMenu(page, 'Menu', 'Settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
}

async function scopeOf(service: TestService, secret: string): Promise<unknown> {
  const response = await service.call('GET', '/v1/key', {
    headers: { authorization: `Bearer ${secret}` },
  });
  return ((await response.json()) as { scope?: unknown }).scope;
}

test('settings', { skip: noBrowser() }, async (t) => {
  const folder = temporaryFolder(t);
  const mailServer = await MailServer.start(t, { disabledCommands: ['STARTTLS'] });
  const settings = {
    ...mailServer.settings(),
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    BACKUP_FOLDER: folder,
  };
  // Only the page sends mail in this test: the mail of the morning would come on its own.
  const limits = { mailTickMs: 24 * 3_600_000 };
  const service = await startService(t, { settings, limits });
  const secret = await createKey(service.store, { name: 'boss', scope: 'owner' });
  const owner = { headers: { authorization: `Bearer ${secret}` } };
  const receiver = await Receiver.start(t);
  await setDetails(service, { 1: { name: 'Rex' } });
  const elsewhere = { ...service, url: service.url.replace('127.0.0.1', 'pawstock.example') };
  const page = await openPage(t, elsewhere, { secret, mayBeRefused: true });
  await openSettings(page);
  await page.getByText('this is you').waitFor();

  await t.test('the last backups are listed, with where they are', async () => {
    await page
      .getByText(`Pawstock makes a backup every 24 hours in ${folder} and keeps the last 14.`)
      .waitFor();
    const backups = page.getByRole('list', { name: 'Backups, newest first' });
    await backups.getByRole('listitem').filter({ hasText: 'MB, checked' }).waitFor();
  });

  await t.test('mail: when and to whom it goes, one that is sent now, and a failure', async () => {
    const section = page.getByRole('region', { name: 'Mail' });
    await section
      .getByText(
        'Every day at 07:00, Pawstock sends a mail to owner@shop.example, clerk@shop.example',
      )
      .waitFor();
    const send = section.getByRole('button', { name: 'Send one now' });
    await section.getByText('Nothing has been sent yet.').waitFor();
    await send.click();
    await page.getByText('A mail has been sent.').waitFor();
    await section.getByText('Last sent').waitFor();
    assert.equal(mailServer.mails.length, 1);
    mailServer.refusal = 'the mailbox is full';
    await send.click();
    await section.getByText(/could not be sent: .*the mailbox is full\. Tell the person/).waitFor();
    mailServer.refusal = undefined;
    await send.click();
    await section.getByText('could not be sent').waitFor({ state: 'detached' });
    assert.equal(mailServer.mails.length, 2);
  });

  await t.test('a key is created with a role, expiry and rate limit, and shown once', async () => {
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('a/b');
    await page.getByText('A name cannot contain / or \\.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Create', exact: true }).isDisabled());
    // The new key's name contains a wide space from a Japanese keyboard and a decomposed umlaut
    // from a Mac.
    await page.getByLabel('Name', { exact: true }).fill(' 山田\u3000Jo\u0308rg ');
    await page.getByText('Only looks').click();
    await page.getByLabel('Requests a second').fill('50');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Secret of 山田 Jörg' });
    await shown.waitFor();
    const created = await shown.getByLabel('API key', { exact: true }).inputValue();
    assert.equal(await scopeOf(service, created), 'read');
    const link = await shown.getByLabel('Link that signs in', { exact: true }).inputValue();
    assert.equal(link, `${elsewhere.url}/#key=${created}`);
    await shown.getByRole('img', { name: /signs in as 山田 Jörg/ }).waitFor();
    // Neither Escape nor a click outside nor the Back button closes the dialog before the new
    // secret was copied.
    await page.keyboard.press('Escape');
    await shown.getByText('Have you copied it?').waitFor();
    await page.mouse.click(5, 5);
    await page.evaluate('history.back()');
    await page.waitForFunction('history.state?.layers === 1');
    assert.equal(await shown.getByLabel('API key', { exact: true }).inputValue(), created);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByText('50 requests a second').waitFor();
    assert.ok(!(await page.content()).includes(created), 'it is nowhere any more');

    await clickButtons(page, 'Rotate 山田 Jörg', 'Rotate');
    const rotated = await page.getByLabel('API key', { exact: true }).inputValue();
    assert.deepEqual(
      [await scopeOf(service, created), await scopeOf(service, rotated)],
      [undefined, 'read'],
    );
    await clickButtons(page, 'Done', 'Revoke 山田 Jörg', 'Revoke');
    await page.getByText('山田 Jörg is revoked.').waitFor();
    assert.equal(await scopeOf(service, rotated), undefined);
  });

  await t.test('the last key of an owner stays, with the reason', async () => {
    await clickButtons(page, 'Revoke boss');
    await page.getByText('You will be signed out at once').waitFor();
    await clickButtons(page, 'Revoke');
    await page.getByText('is the last key of an owner').waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a webhook is added, tested, paused, rotated, looked at and removed', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByLabel('Name', { exact: true }).fill('web-shop');
    for (const [address, warning] of [
      ['shop.example', 'It begins with https://'],
      ['http://shop.example/hook', 'Others can read what is sent'],
      ['https://localhost/hook', 'the computer that Pawstock runs on'],
      ['http://10.0.0.1/hook', 'Others can read what is sent'],
    ] as const) {
      await page.getByLabel('Address').fill(address);
      await page.getByText(warning).waitFor();
    }
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('not at a public address').waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Only for these pets').fill('1, Rex');
    await page.getByText('Enter IDs of pets').waitFor();
    assert.ok(
      await page.getByRole('button', { name: 'Add', exact: true }).isDisabled(),
      'not an ID',
    );
    await page.getByLabel('Only for these pets').fill('1, 9223372036854775807');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    receiver.secret = await page.getByLabel('Signing secret', { exact: true }).inputValue();
    await clickButtons(page, 'Done', 'Test web-shop');
    await page.getByText('Test of web-shop: accepted (200).').waitFor();
    receiver.behaviour = (response) => response.writeHead(200).end('thank you');
    assert.equal(
      (await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 3 } })).status,
      200,
    );
    // The page loads the delivery attempts when the user opens the list of attempts, and again
    // every five seconds.
    const attempted = async () =>
      (await service.call('GET', '/v1/webhooks/web-shop/attempts', owner)).json();
    await until(async () => ((await attempted()) as unknown[]).length === 3);
    await chooseInMenu(page, 'More actions for web-shop', 'Attempts');
    const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await attempts.filter({ hasText: 'thank you' }).first().waitFor();
    const rows = (await attempts.allInnerTexts()).map((text) =>
      text.split('\n').slice(0, 2).join(' '),
    );
    assert.deepEqual(rows.toSorted(), [
      'Rex Changed accepted (200)',
      'Rex Low stock accepted (200)',
      'web-shop Test accepted (200)',
    ]);
    await page.keyboard.press('Escape');
    await page.getByText('pets 1, 9223372036854775807').waitFor();
    await chooseInMenu(page, 'More actions for web-shop', 'Change');
    await page.getByLabel('Address').fill(`${receiver.url}?v=2`);
    await page.getByLabel('Low stock').uncheck();
    await page.getByLabel('Sale').check();
    await page.getByLabel('Only for these pets').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('web-shop is changed.').waitFor();
    const { url, events, petIds, reasons } = (await webhookIn(service.store, 'web-shop')).settings;
    assert.deepEqual(
      [url, events, petIds, reasons],
      [`${receiver.url}?v=2`, ['changed', 'out'], null, ['sale']],
    );
    await chooseInMenu(page, 'More actions for web-shop', 'Send again');
    await page.getByLabel('Since').fill('2020-01-01T00:00');
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await page.getByText('gets everything since then again').waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    receiver.behaviour = (response) => void released.then(() => response.writeHead(401).end());
    await clickButtons(page, 'Test web-shop');
    await chooseInMenu(page, 'More actions for web-shop', 'New secret');
    await clickButtons(page, 'Create new secret');
    await page.getByLabel('Signing secret', { exact: true }).waitFor();
    // The webhook test's result arrives while a dialog shows the new secret. The result must not
    // close the dialog.
    release();
    await page.getByText('refused; check the secret in the other program (401)').waitFor();
    assert.notEqual(
      await page.getByLabel('Signing secret', { exact: true }).inputValue(),
      receiver.secret,
    );
    await clickButtons(page, 'Done');
    await chooseInMenu(page, 'More actions for web-shop', 'Pause');
    await page.getByText('Paused', { exact: true }).waitFor();
    await chooseInMenu(page, 'More actions for web-shop', 'Remove');
    await clickButtons(page, 'Remove');
    await page.getByText('web-shop is removed.').waitFor();
    assert.deepEqual(receiver.errors, []);
  });

  await t.test('what was done is listed, with who did it', async () => {
    const list = page.getByRole('list', { name: 'Actions, newest first' });
    await list.getByText('boss removed the webhook web-shop').waitFor();
    await list.getByText('boss created the key 山田 Jörg').waitFor();
  });

  await t.test('after the rotation of the own key, the page uses the new secret', async () => {
    await clickButtons(page, 'Rotate boss', 'Rotate');
    const rotated = await page.getByLabel('API key', { exact: true }).inputValue();
    const isUsed = page.waitForRequest(
      async (request) => (await request.headerValue('authorization')) === `Bearer ${rotated}`,
    );
    await clickButtons(page, 'Done');
    await isUsed;
  });
});

test('the link of the first run creates the key of an owner, once', {
  skip: noBrowser(),
}, async (t) => {
  const service = await startService(t);
  await addEndpoint(service.store, 'http://127.0.0.1:9/hook', { name: 'web-shop' });
  const setup = await createKey(service.store, { name: 'setup-1', scope: 'setup' });
  const page = await openPage(t, service, { secret: null, mayBeRefused: true });
  // The setup link may be opened in a tab that already shows the sign-in. The page then does not
  // load again.
  await page.getByLabel('API key').waitFor();
  await page.goto(`${service.url}/#setup=${setup}`);
  await page.getByText('Pawstock makes no backups of itself.').waitFor();
  // A change of language reloads the page, which must keep the secret of the setup link.
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('heading', { name: 'Willkommen bei Pawstock' }).waitFor();
  await page.getByLabel('Sprache').selectOption('English');
  await page.getByRole('heading', { name: 'Welcome to Pawstock' }).waitFor();
  assert.ok(!page.url().includes(setup), 'the secret is taken out of the address');
  assert.equal(await page.getByLabel('Your name').and(page.locator(':focus')).inputValue(), '');
  await typeLines(page, 'Anna');
  const secret = await page.getByLabel('API key', { exact: true }).inputValue();
  assert.equal(await scopeOf(service, secret), 'owner');
  await page.getByText('This link works on this computer only').waitFor();
  assert.equal(await page.getByRole('img', { name: /signs in as/ }).count(), 0);
  await clickButtons(page, 'Continue');
  await openSettings(page);
  await page.getByRole('button', { name: 'Test web-shop' }).waitFor();
  await page.getByText('Pawstock sends no mail.').waitFor();

  await t.test('the keyboard alone is enough for the settings', async () => {
    const reached = new Set<string>();
    const all = await page.getByRole('main').getByRole('button').count();
    for (let tabs = 0; tabs < 60 && !reached.has('outside'); tabs++) {
      await pressKeys(page, ['Tab']);
      const { name, isMarked } = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || focused.closest('main') === null)
          return { name: 'outside', isMarked: true };
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        return { name: focused.ariaLabel ?? focused.innerText, isMarked };
      });
      assert.ok(isMarked, `"${name}" shows that it has the focus`);
      reached.add(name);
    }
    assert.equal(reached.size, all + 1, [...reached].join(', '));
  });

  await page.goto('about:blank');
  await page.goto(`${service.url}/#setup=${setup}`);
  await page.getByLabel('Your name').fill('Ben');
  await clickButtons(page, 'Create my key');
  await page.getByText('This link has been used').waitFor();
});
