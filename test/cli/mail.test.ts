import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MailServer, mailUser, rightCredentials } from '../support/mail/mail-server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';

describe('pawstock mail test', { skip: skipWithout('openssl', 'version'), concurrency: 3 }, () => {
  test('sends a test', async (t) => {
    const cli = openCliHarness(t);
    const server = await MailServer.start(t);
    const env = { ...server.env(rightCredentials), MAIL_LANGUAGE: 'de' };

    const { code, stderr } = await cli.run(['mail', 'test'], { env });
    const [mail] = server.mails;

    await t.test('and says to whom', () => {
      assert.equal(code, 0, stderr);
      assert.equal(stderr, 'A test was sent to owner@shop.example, clerk@shop.example.\n');
    });

    await t.test('in the language of the settings', () => {
      assert.equal(mail?.subject, 'Pawstock: ein Test');
    });

    await t.test('signed in, and only after STARTTLS', () => {
      assert.equal(mail?.user, mailUser.user);
      assert.equal(mail?.isEncrypted, true);
    });
  });

  test('uses TLS from the beginning with smtps', async (t) => {
    const cli = openCliHarness(t);
    const server = await MailServer.start(t, { secure: true });

    const { code, stderr } = await cli.run(['mail', 'test'], { env: server.env(rightCredentials) });

    assert.equal(code, 0, stderr);
    assert.equal(server.mails[0]?.isEncrypted, true);
  });

  test('sends no password to a server without STARTTLS', async (t) => {
    const cli = openCliHarness(t);
    const server = await MailServer.start(t, { disabledCommands: ['STARTTLS'] });

    const { code, stderr } = await cli.run(['mail', 'test'], { env: server.env(rightCredentials) });

    assert.equal(code, 1);
    assert.match(
      stderr,
      /^pawstock: The mail server at MAIL_URL did not take the mail: .*STARTTLS/,
    );
    assert.deepEqual(server.mails, []);
  });

  test('shows no password that a server repeats', async (t) => {
    const cli = openCliHarness(t);
    const server = await MailServer.start(t);
    const env = server.env('shop:not-the-one@');

    const { code, stderr } = await cli.run(['mail', 'test'], { env });

    assert.equal(code, 1);
    assert.match(stderr, /no such user shop with …/);
    assert.doesNotMatch(stderr, /not-the-one/);
  });

  test('needs a mail server', async (t) => {
    const cli = openCliHarness(t);

    const { code, stderr } = await cli.runShared(['mail', 'test']);

    assert.equal(code, 2);
    assert.equal(stderr, 'pawstock: Mail is not set up. Set MAIL_URL, MAIL_FROM and MAIL_TO.\n');
  });
});
