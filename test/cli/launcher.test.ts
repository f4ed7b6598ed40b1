import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { noOlderNode, olderNode } from '../support/older-node.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

/** Runs bin/pawstock.js under an older Node that cannot run TypeScript, if this machine has one. */

const node = olderNode ?? '';

describe('under an older Node the launcher', { skip: noOlderNode }, () => {
  test('hands over what it is given, and hands back output and exit code', async (t) => {
    const cli = openCliHarness(t);
    const imported = await cli.run(['import', '-'], {
      node,
      input: 'petId,quantity,status\n1,2,sold\n',
    });
    assert.deepEqual(
      [imported.code, imported.stderr],
      [0, 'Imported 1 pet: 1 added, 0 replaced.\n'],
    );
    const refused = await cli.run(['import', '-', '--header', '0'], { node });
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match((await cli.run(['export'], { node })).stdout, /\n1,2,sold\n$/);
  });

  test('hands over a signal, dies of the one that the service dies of, and takes the service with it', async (t) => {
    const cli = openCliHarness(t);
    const [stopped, killed, dying] = await Promise.all(
      [1, 2, 3].map(() => cli.serve([], { node })),
    );
    assert.ok(stopped && killed && dying);
    const { code, stderr } = await stopped.signal('SIGTERM');
    assert.equal(code, 0);
    assert.match(stderr, /"signal":"SIGTERM","msg":"stopping"/);

    const [service = 0] = childrenOf(killed.pid);
    process.kill(service, 'SIGKILL');
    assert.equal((await killed.ended).signal, 'SIGKILL');

    assert.equal(await dying.statusFor('paw_x'), 401);
    const [orphan = 0] = childrenOf(dying.pid);
    process.kill(dying.pid, 'SIGKILL');
    const isGone = () =>
      dying.statusFor('paw_x').then(
        () => false,
        () => true,
      );
    await until(isGone).catch((error) => {
      process.kill(orphan, 'SIGKILL');
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
