import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openShop } from '../support/process.ts';

/** The npm package as a user gets it: packed, installed in an empty folder without a network, and started. */

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describe('the npm package', () => {
  test('has what it needs, installs without a registry, and runs', async (t) => {
    const shop = openShop(t);
    // npm may take its time where many tests run. A home of its own has no cache and no settings.
    const env = { PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, HOME: shop.folder };
    const options = { cwd: root, env, timeout: 180_000, maxBuffer: 10_000_000 };
    const succeed = async (program: string, ...args: string[]) => (await execute(program, args, options)).stdout;

    // As `npm pack` does by itself, but for the dashboard, which other tests are using.
    await succeed(process.execPath, 'deploy/npm/prepack.ts');
    const packed = await succeed('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', shop.folder);
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
      assert.ok(tarball.size < 6_000_000, `${tarball.size} bytes`);
    });

    const folder = join(shop.folder, 'empty');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const file = join(shop.folder, tarball.filename);
    await succeed('npm', 'install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', file);
    const installed = join(folder, 'node_modules/.bin/pawstock');

    await t.test('the command tells its version', async () => {
      assert.equal(await succeed(installed, '--version'), `${version}\n`);
    });

    await t.test('the demo answers, takes an update, and stops in good order', async () => {
      const server = await shop.serve(['--demo'], { installed, env });
      const [, update = ''] = server.stdout.split('\n').filter((line) => line.trim().startsWith('curl '));
      const { stdout } = await shop.shell(`${update} --silent --show-error`);
      assert.equal(stdout, '{"petId":1,"quantity":15,"status":"available"}');
      assert.equal((await fetch(`${server.url}/docs`)).status, 200);
      const dashboard = await (await fetch(server.url)).text();
      const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(dashboard) ?? [];
      assert.equal((await fetch(new URL(script, server.url))).status, 200, dashboard);
      // What it suggests next can be pasted, too.
      const suggested = server.stdout.split('\n').filter((line) => /^ {2}(?:export |node .* list$)/.test(line));
      const listed = await shop.shell(`export PATH='${env.PATH}'\n${suggested.join('\n')} --max 0`);
      assert.equal(listed.stdout, '3\t0\tsold\n12\t0\tsold\n21\t0\tsold\n', listed.stderr);
      assert.equal((await server.signal('SIGTERM')).code, 0);
    });

    await t.test('the client can be imported, with its types', async () => {
      const user = join(folder, 'user.ts');
      writeFileSync(user, userOfTheClient);
      const strict = ['--strict', '--noEmit', '--target', 'esnext', '--module', 'nodenext', '--types', '', '--lib'];
      await succeed('tsc', '--ignoreConfig', ...strict, 'esnext,dom', user);
      assert.equal(await succeed(process.execPath, user), 'unreachable\n');
    });
  });
});

type Tarball = { readonly filename: string; readonly size: number; readonly files: readonly { path: string }[] };

const userOfTheClient = `
import { PawstockClient } from 'pawstock/client';
import { PawstockError } from 'pawstock/client/error';
import type { PetStatus } from 'pawstock/client/inventory-types';

const client = new PawstockClient({ url: 'http://127.0.0.1:1/v1', key: 'paw_', retries: 0 });
try {
  const { items } = await client.listInventory();
  const status: PetStatus | undefined = items[0]?.status;
  // @ts-expect-error: a petId is a bigint
  const petId: number | undefined = items[0]?.petId;
  console.log(status, petId);
} catch (error) {
  console.log(error instanceof PawstockError && error.code);
}
`;
