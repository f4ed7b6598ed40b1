import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openRemoteCli } from '../support/service/cli-harness.ts';

test('login keeps a key that works, for its service and its owner alone, until logout', async (t) => {
  const { cli, env } = await openRemoteCli(t, [{ petId: 7n, quantity: 3 }]);
  const { PAWSTOCK_URL: url, PAWSTOCK_API_KEY: key } = env;
  const file = join(cli.folder, '.config', 'pawstock', 'login.json');

  const wrong = await cli.run(['login', url], { input: 'paw_wrong\n' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /API key/);
  assert.ok(!existsSync(file));

  // A file that others read, and not one of this command.
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(join(cli.folder, 'public'), 'null');
  chmodSync(join(cli.folder, 'public'), 0o644);
  symlinkSync(join(cli.folder, 'public'), file);
  assert.match((await cli.run(['get', '7'])).stderr, /^pawstock: PAWSTOCK_API_KEY must be an API key/);

  const { code, stdout, stderr } = await cli.run(['login', url], { input: `${key}\n` });
  assert.equal(readFileSync(join(cli.folder, 'public'), 'utf8'), 'null');
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '' }, stderr);
  assert.match(stderr, /^Logged in as till \(write\)\. The key is kept in .*login\.json\.\n$/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { url, key });
  assert.match((await cli.run(['get', '7'])).stdout, /^7\t3\tavailable/);

  const elsewhere = await cli.run(['get', '7'], { env: { PAWSTOCK_URL: 'http://127.0.0.1:9/v1' } });
  assert.equal(elsewhere.code, 2, 'the key is not sent to another service');
  assert.match(elsewhere.stderr, /PAWSTOCK_API_KEY must be an API key/);

  const fromFile = { PAWSTOCK_URL: url, PAWSTOCK_API_KEY_FILE: join(cli.folder, 'key') };
  const missing = await cli.run(['get', '7'], { env: fromFile });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /PAWSTOCK_API_KEY_FILE must be a file that can be read/);
  writeFileSync(fromFile.PAWSTOCK_API_KEY_FILE, `${key}\n`);
  assert.equal((await cli.run(['get', '7'], { env: fromFile })).code, 0);

  assert.equal((await cli.run(['logout'])).code, 0);
  assert.ok(!existsSync(file));
  assert.equal((await cli.run(['get', '7'])).code, 2);
});
