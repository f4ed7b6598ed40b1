import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { noOlderNode, olderNode } from '../support/older-node.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

/** bin/pawstock.js under a Node that cannot run the source itself, where this machine has one. */

const node = olderNode ?? '';

describe('under an older Node the launcher', { skip: noOlderNode }, () => {
  test('hands over what it is given, and hands back output and exit code', async (t) => {
    const cli = openCliHarness(t);
    const imported = await cli.run(['import', '-'], { node, input: 'petId,quantity,status\n1,2,sold\n' });
    assert.deepEqual([imported.code, imported.stderr], [0, 'Imported 1 pet: 1 added, 0 replaced.\n']);
    const refused = await cli.run(['import', '-', '--header', '0'], { node });
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match((await cli.run(['export'], { node })).stdout, /\n1,2,sold\n$/);
  });

  test('hands over a signal, and dies of the one that the service dies of', async (t) => {
    const cli = openCliHarness(t);
    const [stopped, killed] = await Promise.all([cli.serve([], { node }), cli.serve([], { node })]);
    const { code, stderr } = await stopped.signal('SIGTERM');
    assert.equal(code, 0);
    assert.match(stderr, /"signal":"SIGTERM","msg":"stopping"/);
    const [service = 0] = childrenOf(killed.pid);
    process.kill(service, 'SIGKILL');
    assert.equal((await killed.ended).signal, 'SIGKILL');
  });

  test('takes the service with it when it is killed', async (t) => {
    const server = await openCliHarness(t).serve([], { node });
    const [service = 0] = childrenOf(server.pid);
    assert.ok(isRunning(service), 'this test does not know the service');
    try {
      process.kill(server.pid, 'SIGKILL');
      await until(
        () => !isRunning(service),
        () => 'the service outlives its launcher',
      );
      await assert.rejects(fetch(server.url));
    } finally {
      if (isRunning(service)) process.kill(service, 'SIGKILL');
    }
  });

  test('says what is missing where no newer Node is installed beside it', async (t) => {
    const { folder, shell } = openCliHarness(t);
    const checkout = join(folder, 'checkout');
    mkdirSync(checkout);
    cpSync(new URL('../../bin', import.meta.url), join(checkout, 'bin'), { recursive: true });
    writeFileSync(join(checkout, 'package.json'), '{"type":"module"}');
    const { code, stdout, stderr } = await shell(`"${node}" "${checkout}/bin/pawstock.js" keys list`);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^pawstock needs Node 24\.12 or later; this is v\d+\..*archive.*Install Node.*npm ci.*\n$/s);
  });
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** A process that has ended and that nobody has asked about yet still has an entry, as a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
