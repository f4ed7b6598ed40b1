import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkSettings, settingEntries } from '../../src/settings.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { skipWithout } from '../support/tool.ts';

const folder = fileURLToPath(new URL('../../deploy/systemd/', import.meta.url));
const unit = readFileSync(join(folder, 'pawstock.service'), 'utf8');

test('the systemd unit', { skip: skipWithout('systemd-analyze') }, async (t) => {
  const cli = openCliHarness(t);
  const analyze = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli.program('systemd-analyze', args, {});
    assert.equal(code, 0, stdout + stderr);
    return stdout + stderr;
  };
  const file = join(cli.folder, 'pawstock.service');
  // `pawstock` is not installed on this machine, so the test replaces its path in the systemd unit.
  writeFileSync(file, unit.replace('/usr/local/bin/pawstock', '/bin/true'));

  await t.test('is well formed', async () => {
    assert.equal(await analyze('verify', file), '');
  });

  await t.test('is well formed with HTTPS', async () => {
    mkdirSync(`${file}.d`);
    copyFileSync(join(folder, 'tls.conf'), join(`${file}.d`, 'tls.conf'));

    assert.equal(await analyze('verify', file), '');
  });

  await t.test('leaves the service little to do harm with', async () => {
    // `systemd-analyze security` rates a unit's exposure from 0 to 100. A unit without any
    // hardening has 96.
    await analyze('security', '--offline=true', '--threshold=15', join(folder, 'pawstock.service'));
  });
});

test('the systemd unit is started again however often it fails', () => {
  assert.match(unit.split(/^\[Service\]$/m)[0] ?? '', /^\[Unit\]$.*^StartLimitIntervalSec=0$/ms);
});

test('the environment file has settings that are right, those that are commented out too', (t) => {
  const secret = join(temporaryFolder(t), 'webhook.key');
  writeFileSync(secret, 'a random text of more than enough characters');
  const lines = readFileSync(join(folder, 'pawstock.env'), 'utf8').matchAll(
    /^#?(?<name>[A-Z_]+)=(?<value>.*)$/gm,
  );
  const settings = [...lines].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    value: groups?.['value'] ?? '',
  }));
  assert.ok(settings.length > 4);
  for (const { name, value } of settings) {
    assert.ok(
      settingEntries.some(([known]) => known === name),
      name,
    );
    checkSettings({ [name]: value.replace('/etc/pawstock/webhook.key', secret) });
  }
});
