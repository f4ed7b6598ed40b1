import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  version: string;
};

test('the command tells the version of the package and the build', async (t) => {
  const cli = openCliHarness(t);
  const [long, short] = [await cli.run(['--version']), await cli.runShared(['-V'])];
  assert.match(long.stdout, new RegExp(`^${RegExp.escape(version)}\\+[0-9a-f]{12}\n$`));
  assert.equal(short.stdout, long.stdout, 'the same for the same files');
});

test('two builds of one version can be told apart, wherever they are', async (t) => {
  const folders = ['one', 'two', 'three'].map((name) => join(temporaryFolder(t), name));
  const builds = folders.map(async (folder, index) => {
    for (const name of ['src/observability/build.ts', 'package.json'])
      cpSync(new URL(name, root), join(folder, name), { recursive: true });
    if (index === 2) writeFileSync(join(folder, 'src/more.ts'), '// one file more');
    const { buildId } = await import(
      pathToFileURL(join(folder, 'src/observability/build.ts')).href
    );
    return buildId();
  });
  const [one, two, three] = await Promise.all(builds);
  assert.equal(one, two);
  assert.notEqual(one, three);
});

test('the lock file names the version of the package', () => {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as {
    version: string;
  };
  assert.equal(lock.version, version, 'use npm version');
});

test('the top of the changes is about the version of the package', () => {
  const changes = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
  const [, number] = /^## (\S+) \(/m.exec(changes) ?? [];
  assert.equal(number, version);
});
