import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openRemoteCli } from '../support/service/cli-harness.ts';

test('pawstock login', async (t) => {
  const { cli, env } = await openRemoteCli(t, [{ petId: 7n, quantity: 3 }]);
  const { PAWSTOCK_URL: url, PAWSTOCK_API_KEY: key } = env;
  const file = join(cli.folder, '.config', 'pawstock', 'login.json');
  const publicFile = join(cli.folder, 'public');

  const get = (settings: Record<string, string> = {}) =>
    cli.runShared(['get', '7'], { env: settings });

  /** Asserts that a command ends because this setting, which has the key, is missing. */
  const assertWithoutKey = async (setting: string, settings?: Record<string, string>) => {
    const { code, stderr } = await get(settings);
    assert.equal(code, 2);
    assert.ok(stderr.startsWith(`pawstock: ${setting} must be `), stderr);
  };

  await t.test('keeps no key that the service refuses', async () => {
    const { code, stderr } = await cli.run(['login', url], { input: 'paw_wrong\n' });

    assert.equal(code, 1);
    assert.match(stderr, /API key/);
    assert.ok(!existsSync(file), 'nothing was kept');
  });

  await t.test('trusts no link to a file that other users can read', async () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(publicFile, 'null');
    chmodSync(publicFile, 0o644);
    symlinkSync(publicFile, file);

    await assertWithoutKey('PAWSTOCK_API_KEY');
  });

  await t.test('keeps a key that works in a file for its owner alone', async () => {
    // Without XDG_CONFIG_HOME, the command stores the key below the home folder.
    const { code, stdout, stderr } = await cli.run(['login', url], {
      input: `${key}\n`,
      env: { XDG_CONFIG_HOME: '' },
    });

    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' }, stderr);
    assert.match(stderr, /^Logged in as till \(write\)\. The key is kept in .*login\.json\.\n$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(readFileSync(publicFile, 'utf8'), 'null', 'the file of the link is left alone');
  });

  await t.test('lets commands reach its service', async () => {
    assert.match((await get()).stdout, /^7\t3\tavailable/);
  });

  await t.test('sends the key to no other service', async () => {
    await assertWithoutKey('PAWSTOCK_API_KEY', { PAWSTOCK_URL: 'http://127.0.0.1:9/v1' });
  });

  await t.test('gives way to a file that the environment names', async () => {
    const keyFile = join(cli.folder, 'key');
    const settings = { PAWSTOCK_URL: url, PAWSTOCK_API_KEY_FILE: keyFile };

    await assertWithoutKey('PAWSTOCK_API_KEY_FILE', settings);
    writeFileSync(keyFile, `${key}\n`);
    assert.equal((await get(settings)).code, 0);
  });

  await t.test('is over with pawstock logout', async () => {
    assert.equal((await cli.runShared(['logout'])).code, 0);
    assert.ok(!existsSync(file), 'the file is gone');
    await assertWithoutKey('PAWSTOCK_API_KEY');
  });
});
