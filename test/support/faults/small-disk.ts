import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../temporary-folder.ts';

/**
 * Mounts a disk of one megabyte; undefined if that is impossible. The callback must end the
 * processes that use it.
 */
export function mountSmallDisk(t: TestContext, leave: () => Promise<unknown>) {
  const folder = temporaryFolder(t, async () => {
    await leave();
    spawnSync('umount', [folder]);
  });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    t.skip('mounting a small disk needs root');
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () =>
      assert.throws(() => writeFileSync(ballast, Buffer.alloc(2 << 20)), { code: 'ENOSPC' }),
    makeRoom: () => rmSync(ballast),
    makeReadOnly: () => {
      const { status, stderr } = spawnSync('mount', ['-o', 'remount,ro', folder]);
      assert.equal(status, 0, String(stderr));
    },
  };
}
