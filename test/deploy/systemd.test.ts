import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkSettings, settingNames } from '../../src/settings.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { skipWithout } from '../support/tool.ts';

const folder = fileURLToPath(new URL('../../deploy/systemd/', import.meta.url));

describe('the systemd unit', { skip: skipWithout('systemd-analyze') }, () => {
  for (const [title, files] of [
    ['is well formed', ['pawstock.service']],
    ['is well formed with the drop-in for HTTPS', ['pawstock.service', 'tls.conf']],
  ] as const) {
    test(title, async (t) => {
      const cli = openCliHarness(t);
      // The command is not installed here.
      const [unit = '', ...dropIns] = files.map((name) =>
        readFileSync(join(folder, name), 'utf8').replace('/usr/local/bin/pawstock', '/bin/true'),
      );
      const file = join(cli.folder, 'pawstock.service');
      writeFileSync(file, unit);
      mkdirSync(`${file}.d`);
      for (const dropIn of dropIns) writeFileSync(join(`${file}.d`, 'tls.conf'), dropIn);
      const { code, stdout, stderr } = await cli.program('systemd-analyze', ['verify', file], {});
      assert.deepEqual([code, stdout, stderr], [0, '', '']);
    });
  }

  test('leaves the service little to do harm with', async (t) => {
    // From 0 to 100. A unit without any hardening has 96.
    const args = ['security', '--offline=true', '--threshold=15', join(folder, 'pawstock.service')];
    const { code, stdout, stderr } = await openCliHarness(t).program('systemd-analyze', args, {});
    assert.equal(code, 0, stdout + stderr);
  });
});

test('the systemd unit is started again however often it fails', () => {
  const [, section = ''] = /^\[Unit\]$(.*?)^\[/ms.exec(readFileSync(join(folder, 'pawstock.service'), 'utf8')) ?? [];
  assert.match(section, /^StartLimitIntervalSec=0$/m);
});

test('the environment file has settings that are right, those that are commented out too', (t) => {
  const secret = join(temporaryFolder(t), 'webhook.key');
  writeFileSync(secret, 'a random text of more than enough characters');
  const lines = readFileSync(join(folder, 'pawstock.env'), 'utf8').matchAll(/^#?(?<name>[A-Z_]+)=(?<value>.*)$/gm);
  const settings = [...lines].map(({ groups }) => ({ name: groups?.['name'] ?? '', value: groups?.['value'] ?? '' }));
  assert.ok(settings.length > 4);
  for (const { name, value } of settings) {
    assert.ok(
      settingNames.some((known) => known === name),
      name,
    );
    checkSettings({ [name]: value.replace('/etc/pawstock/webhook.key', secret) });
  }
});
