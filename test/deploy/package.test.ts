import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openCliHarness } from '../support/service/cli-harness.ts';

/** The npm package as a user gets it: packed, installed in an empty folder without a network, and started. */

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describe('the npm package', () => {
  test('has what it needs, installs without a registry, and runs', async (t) => {
    const cli = openCliHarness(t);
    // npm may take its time where many tests run. A home of its own has no cache and no settings.
    const env = { PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, HOME: cli.folder };
    const options = { cwd: root, env, timeout: 180_000, maxBuffer: 10_000_000 };
    const succeed = async (program: string, ...args: string[]) => (await execute(program, args, options)).stdout;

    // As `npm pack` does by itself, but for the dashboard, which other tests are using.
    await succeed(process.execPath, 'deploy/npm/prepack.ts');
    const packed = await succeed(
      'npm',
      'pack',
      '--json',
      '--offline',
      '--ignore-scripts',
      '--pack-destination',
      cli.folder,
    );
    const [tarball] = Object.values(JSON.parse(packed) as Record<string, Tarball>);
    assert.ok(tarball !== undefined);

    await t.test('holds no source of tests, no data, nothing hidden', () => {
      const own = tarball.files.map(({ path }) => path).filter((path) => !path.startsWith('node_modules/'));
      const folders = [...new Set(own.map((path) => path.split('/')[0] ?? ''))].sort();
      assert.deepEqual(folders, [
        ...['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'deploy', 'dist', 'docs', 'openapi.json', 'package.json'],
      ]);
      assert.deepEqual(
        own.filter((path) => /\.db|\/\./.test(path)),
        [],
      );
      assert.ok(tarball.size < 9_000_000, `${tarball.size} bytes`);
    });

    const folder = join(cli.folder, 'empty');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const file = join(cli.folder, tarball.filename);
    await succeed('npm', 'install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', file);
    const installed = join(folder, 'node_modules/.bin/pawstock');

    await t.test('the command tells its version', async () => {
      assert.match(await succeed(installed, '--version'), new RegExp(`^${RegExp.escape(version)}\\+[0-9a-f]{12}\n$`));
    });

    await t.test('the demo answers, takes an update, and stops in good order', async () => {
      const server = await cli.serve(['--demo'], { installed, env });
      const [, update = ''] = server.stdout.split('\n').filter((line) => line.trim().startsWith('curl '));
      const { stdout } = await cli.shell(`${update} --silent --show-error`);
      assert.equal(stdout, '{"petId":1,"quantity":15,"status":"available"}');
      assert.equal((await fetch(`${server.url}/docs`)).status, 200);
      const dashboard = await (await fetch(server.url)).text();
      const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(dashboard) ?? [];
      assert.equal((await fetch(new URL(script, server.url))).status, 200, dashboard);
      // What it suggests next can be pasted, too.
      const suggested = server.stdout.split('\n').filter((line) => /^ {2}(?:export |node .* list$)/.test(line));
      const listed = await cli.shell(`export PATH='${env.PATH}'\n${suggested.join('\n')} --max 0`);
      const sold = ['3\t0\tsold\tAfrican grey parrot\n', '12\t0\tsold\tCorn snake\n', '21\t0\tsold\tLabrador puppy\n'];
      assert.equal(listed.stdout, sold.join(''), listed.stderr);
      assert.equal((await server.signal('SIGTERM')).code, 0);
    });
  });
});

type Tarball = { readonly filename: string; readonly size: number; readonly files: readonly { path: string }[] };
