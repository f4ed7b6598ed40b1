import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { noOlderNode, olderNode } from '../support/older-node.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

/** Runs bin/pawstock.js under an older Node that cannot run TypeScript, if this machine has one. */

const node = olderNode ?? '';

describe('under an older Node the launcher', { skip: noOlderNode, concurrency: 3 }, () => {
  test('hands over standard input', async (t) => {
    const cli = openCliHarness(t);
    const input = 'petId,quantity,status\n1,2,sold\n';

    const { code, stderr } = await cli.run(['import', '-'], { node, input });

    assert.equal(code, 0);
    assert.equal(stderr, 'Imported 1 pet: 1 added, 0 replaced.\n');
  });

  test('hands back standard output', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([{ petId: 1n, quantity: 2, status: 'sold' }]);

    const { stdout } = await cli.run(['export'], { node });

    assert.match(stdout, /\n1,2,sold\n$/);
  });

  test('hands back the exit code', async (t) => {
    const cli = openCliHarness(t);

    const { code, stdout } = await cli.run(['import', '-', '--header', '0'], { node });

    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  });

  test('hands over a signal', async (t) => {
    const launcher = await openCliHarness(t).serve([], { node });

    const { code, stderr } = await launcher.signal('SIGTERM');

    assert.equal(code, 0);
    assert.match(stderr, /"signal":"SIGTERM","msg":"stopping"/);
  });

  test('dies of the signal of which the service dies', async (t) => {
    const launcher = await openCliHarness(t).serve([], { node });

    const [service = 0] = childrenOf(launcher.pid);
    process.kill(service, 'SIGKILL');
    assert.equal((await launcher.ended).signal, 'SIGKILL');
  });

  test('takes the service with it when it is killed', async (t) => {
    const launcher = await openCliHarness(t).serve([], { node });

    assert.equal(await launcher.statusFor('paw_x'), 401);

    const [service = 0] = childrenOf(launcher.pid);
    process.kill(launcher.pid, 'SIGKILL');
    const isGone = () =>
      launcher.statusFor('paw_x').then(
        () => false,
        () => true,
      );
    await until(isGone).catch((error) => {
      process.kill(service, 'SIGKILL');
      throw error;
    });
  });

  test('says what is missing where no newer Node is installed beside it', async (t) => {
    const { folder, shell } = openCliHarness(t);
    const checkout = join(folder, 'checkout');
    mkdirSync(checkout);
    cpSync(new URL('../../bin', import.meta.url), join(checkout, 'bin'), { recursive: true });
    writeFileSync(join(checkout, 'package.json'), '{"type":"module"}');

    const { code, stdout, stderr } = await shell(
      `"${node}" "${checkout}/bin/pawstock.js" keys list`,
    );

    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(
      stderr,
      /^pawstock needs Node 24\.15 or a later Node 24, or Node 26 or later; this is v\d+\..*archive.*Install such a Node.*npm ci.*\n$/s,
    );
  });
});

describe('on a system that Pawstock does not support', { concurrency: 3 }, () => {
  /** Runs the launcher with a Node that says of its system what a script sets. */
  async function launchOn(t: TestContext, script: string, node = process.execPath) {
    const { folder, program } = openCliHarness(t);
    const preloaded = join(folder, 'system.cjs');
    writeFileSync(preloaded, script);
    return program(node, ['--require', preloaded, 'bin/pawstock.js', '--version'], {});
  }

  test('the launcher names what works in place of Windows', async (t) => {
    const windows = `Object.defineProperty(process, 'platform', { value: 'win32' });`;

    const { code, stderr } = await launchOn(t, windows);

    assert.equal(code, 1);
    assert.equal(
      stderr,
      'pawstock runs on Linux and macOS. On Windows, use it within WSL or in a container.\n',
    );
  });

  const musl = `process.report.getReport = () => ({ header: {} });`;

  test('the launcher says that the installed Node needs glibc', {
    skip: noOlderNode,
  }, async (t) => {
    const { code, stderr } = await launchOn(t, musl, node);

    assert.equal(code, 1);
    assert.match(stderr, /^pawstock cannot start .* no glibc, such as Alpine Linux\. Use .*\n$/);
  });

  test('the launcher runs with a recent Node for musl', async (t) => {
    const { code, stdout } = await launchOn(t, musl);

    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+/);
  });

  test('an archive says that it needs glibc', {
    skip: process.getuid?.() === 0 ? skipWithout('busybox', '--help') : 'chroot needs root',
  }, async (t) => {
    const { folder, program } = openCliHarness(t);
    const busybox = execFileSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim();
    const root = join(folder, 'alpine');
    mkdirSync(join(root, 'bin'), { recursive: true });
    cpSync(busybox, join(root, 'bin/busybox'));
    cpSync(new URL('../../deploy/npm/pawstock.sh', import.meta.url), join(root, 'pawstock'));

    const shell = ['/bin/busybox', 'sh', '/pawstock', '--version'];
    const { code, stderr } = await program('chroot', [root, ...shell], {});

    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: This system has no glibc, such as Alpine Linux\. Use .*\n$/);
  });
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
