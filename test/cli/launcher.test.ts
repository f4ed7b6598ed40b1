import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { noOlderNode, olderNode } from '../support/older-node.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
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

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
