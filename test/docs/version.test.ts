import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';

const root = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };

test('the command tells the version of the package', async (t) => {
  assert.equal((await openCliHarness(t).run(['--version'])).stdout, `${version}\n`);
});

test('the top of the changes is about this version', () => {
  const changes = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
  const [, number, state = ''] = /^## (\S+) \(([^)]+)\)$/m.exec(changes) ?? [];
  assert.equal(number, version);
  assert.match(state, /^(?:unreleased|\d{4}-\d\d-\d\d)$/);
});

test('no other file names the version as its own', () => {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as { version: string };
  assert.equal(lock.version, version, 'use npm version');
});
