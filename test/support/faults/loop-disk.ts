import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../temporary-folder.ts';

const deviceBytes = 32 << 20;
const spareBytes = 1 << 20;

/**
 * Mounts a disk for one test: ext4 on a loop device. A copy of the device's backing file is the
 * disk as a power cut leaves it, because unsynced data is missing from that file. Returns undefined
 * if the disk cannot be mounted. The callback must end the processes that use the disk.
 */
export function mountLoopDisk(t: TestContext, leave: () => Promise<unknown>) {
  const mounted: string[] = [];
  const folder = temporaryFolder(t, async () => {
    await leave();
    for (const path of mounted.reverse()) run('umount', path);
  });
  const mount = (name: string, ...args: string[]) => {
    const path = join(folder, name);
    mkdirSync(path);
    if (run('mount', ...args, path)) mounted.push(path);
    return mounted.includes(path) ? path : undefined;
  };
  const memory = mount('memory', '-t', 'tmpfs', '-o', `size=${deviceBytes + spareBytes}`, 'tmpfs');
  const device = join(folder, 'memory', 'device');
  const disk =
    memory !== undefined && format(device)
      ? mount('disk', '-o', 'loop,commit=600,noinit_itable', device)
      : undefined;
  // fstrim turns free blocks into holes in the backing file. If that file's tmpfs is full, only
  // writes to holes fail.
  if (disk === undefined || !run('fstrim', disk) || !writeByPage(device)) {
    t.skip('a disk on a loop device needs root, loop devices, mkfs.ext4 and fstrim');
    return undefined;
  }
  const ballast = join(folder, 'memory', 'ballast');
  let cuts = 0;
  return {
    folder: disk,
    /**
     * Mounts a copy of the disk as a power cut would leave it now, and returns its folder. The disk
     * stays in use.
     */
    cutPower: () => {
      const name = `cut-${++cuts}`;
      copyFileSync(device, join(folder, `${name}.device`));
      const path = mount(name, '-o', 'loop', join(folder, `${name}.device`));
      assert.ok(path !== undefined, 'the disk can be mounted after the power cut');
      return path;
    },
    /** From now on the device cannot write to unused blocks, so syncing a growing file fails. */
    fail: () => {
      // Writes to the blocks of removed files would still succeed, so fstrim makes them holes in
      // the backing file.
      assert.ok(run('sync', '--file-system', disk) && run('fstrim', disk));
      assert.throws(() => writeFileSync(ballast, Buffer.alloc(deviceBytes + spareBytes)), {
        code: 'ENOSPC',
      });
    },
    mend: () => rmSync(ballast),
  };
}

function format(device: string): boolean {
  writeFileSync(device, '');
  truncateSync(device, deviceBytes);
  // Lazy initialization by ext4 would later free space in the tmpfs that `fail` fills: failing
  // writes would succeed.
  const extended = 'nodiscard,lazy_itable_init=0,lazy_journal_init=0';
  if (!run('mkfs.ext4', '-q', '-b', '4096', '-J', 'size=4', '-E', extended, device)) return false;
  writeFileSync(device, readFileSync(device));
  return true;
}

/**
 * Limits each write to 4 KB. A loop device reports success for a longer write even if only its
 * first 4 KB fit.
 */
function writeByPage(device: string): boolean {
  const backingFile = (name: string) => `/sys/block/${name}/loop/backing_file`;
  const name = readdirSync('/sys/block').find(
    (name) =>
      existsSync(backingFile(name)) && readFileSync(backingFile(name), 'utf8').trim() === device,
  );
  if (name !== undefined) writeFileSync(`/sys/block/${name}/queue/max_sectors_kb`, '4');
  return name !== undefined;
}

function run(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
