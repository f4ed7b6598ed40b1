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

test('login keeps a key that works, for its service and its owner alone, until logout', async (t) => {
  const { cli, env } = await openRemoteCli(t, [{ petId: 7n, quantity: 3 }]);
  const { PAWSTOCK_URL: url, PAWSTOCK_API_KEY: key } = env;
  const file = join(cli.folder, '.config', 'pawstock', 'login.json');
  const get = (env: Record<string, string> = {}) => cli.runShared(['get', '7'], { env });
  const refuses = async (name: string, env?: Record<string, string>) => {
    const { code, stderr } = await get(env);
    assert.equal(code, 2);
    assert.ok(stderr.startsWith(`pawstock: ${name} must be `), stderr);
  };

  const wrong = await cli.run(['login', url], { input: 'paw_wrong\n' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /API key/);
  assert.ok(!existsSync(file));

  // The command does not trust a key file that is a link to a file which other users can read.
  const open = join(cli.folder, 'public');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(open, 'null');
  chmodSync(open, 0o644);
  symlinkSync(open, file);
  await refuses('PAWSTOCK_API_KEY');

  // Without XDG_CONFIG_HOME, the command stores the key below the home folder.
  const { code, stdout, stderr } = await cli.run(['login', url], {
    input: `${key}\n`,
    env: { XDG_CONFIG_HOME: '' },
  });
  assert.equal(readFileSync(open, 'utf8'), 'null');
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '' }, stderr);
  assert.match(stderr, /^Logged in as till \(write\)\. The key is kept in .*login\.json\.\n$/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match((await get()).stdout, /^7\t3\tavailable/);
  // The stored key is not sent to another service.
  await refuses('PAWSTOCK_API_KEY', { PAWSTOCK_URL: 'http://127.0.0.1:9/v1' });

  const fromFile = { PAWSTOCK_URL: url, PAWSTOCK_API_KEY_FILE: join(cli.folder, 'key') };
  await refuses('PAWSTOCK_API_KEY_FILE', fromFile);
  writeFileSync(fromFile.PAWSTOCK_API_KEY_FILE, `${key}\n`);
  assert.equal((await get(fromFile)).code, 0);

  assert.equal((await cli.runShared(['logout'])).code, 0);
  assert.ok(!existsSync(file));
  await refuses('PAWSTOCK_API_KEY');
});
