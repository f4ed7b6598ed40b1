import assert from 'node:assert/strict';
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { copyDependencies, writeServicePackage } from '../../deploy/npm/service-package.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { untilServing } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';

const containerfile = readFileSync(
  new URL('../../deploy/container/Containerfile', import.meta.url),
  'utf8',
).replaceAll('\\\n', '');

/** The commands that the Containerfile runs while the image is built. */
const [installLibraries = '', makeImage = ''] = [...containerfile.matchAll(/^RUN (.*)$/gm)].map(
  ([, command = '']) => command,
);

function skip(): string | false {
  if (process.getuid?.() !== 0) return 'only root can make a root file system';
  if (process.env['CI'] === undefined) return 'it downloads Debian, which CI does';
  return skipWithout('mmdebstrap');
}

test("the image's contents, made by the Containerfile's commands, serve", {
  skip: skip(),
}, async (t) => {
  const cli = openCliHarness(t);
  const succeed = async (program: string, args: readonly string[]) => {
    const { code, stdout, stderr } = await cli.program(program, args, {});
    assert.equal(code, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
  };
  const root = join(cli.folder, 'debian');
  const inRoot = (command: string) => succeed('chroot', [root, 'sh', '-ec', command]);

  // In place of the base image, which no registry is reached for.
  await succeed('mmdebstrap', ['--quiet', '--variant=apt', 'bookworm', root]);
  await inRoot(installLibraries);

  const name = `pawstock-${packageJson.version}-linux-x64`;
  const archive = join(root, 'image', name);
  mkdirSync(join(root, 'image'));
  writeServicePackage(archive);
  copyDependencies(archive);
  cpSync(process.execPath, join(archive, 'node'));
  await inRoot(makeImage);

  const image = join(cli.folder, 'image');
  renameSync(join(root, 'image'), image);
  cpSync(join(image, 'tmp'), join(image, 'data'), { recursive: true });
  chownSync(join(image, 'data'), 65_532, 65_532);
  assert.deepEqual(readdirSync(image).toSorted(), ['data', 'lib', 'lib64', 'pawstock', 'tmp']);
  assert.ok(!readdirSync(join(image, 'lib')).includes('sh'), basename(image));

  const pawstock = ['/pawstock/node', '/pawstock/bin/pawstock.js'];
  const asUser = ['--userspec=65532:65532', image, ...pawstock];
  const env = { DATABASE_URL: 'sqlite:/data/pawstock.db', TMPDIR: '/tmp', HOME: '/data' };
  const created = await cli.program('chroot', [...asUser, 'keys', 'create', 'till'], { env });
  assert.equal(created.code, 0, created.stderr);
  const serving = cli.launchProgram('chroot', [...asUser, 'serve', '--port', '0'], { env });
  const server = await untilServing(serving);
  const response = await fetch(`${server.url}/v1/inventory`, {
    headers: { authorization: `Bearer ${created.stdout.trim()}` },
  });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), []);
  assert.equal((await server.signal('SIGTERM')).code, 0);
});
