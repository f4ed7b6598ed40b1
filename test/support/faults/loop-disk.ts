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
 * A disk of its own: ext4 on a loop device. What the file system has not written to the device yet is missing from
 * the device's backing file, so a copy of that file is the disk as a power cut at that moment leaves it. Undefined where it
 * cannot be mounted. `leave` ends the processes that use it.
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
    memory !== undefined && format(device) ? mount('disk', '-o', 'loop,commit=600,noinit_itable', device) : undefined;
  // The free blocks become holes of the backing file, so that a full tmpfs fails them, and the journal still works.
  if (disk === undefined || !run('fstrim', disk) || !writeByPage(device)) {
    t.skip('a disk on a loop device needs root, loop devices, mkfs.ext4 and fstrim');
    return undefined;
  }
  const ballast = join(folder, 'memory', 'ballast');
  let cuts = 0;
  return {
    folder: disk,
    /** Mounts the disk as a power cut leaves it now, and returns its folder. The disk itself goes on. */
    cutPower: () => {
      const name = `cut-${++cuts}`;
      copyFileSync(device, join(folder, `${name}.device`));
      const path = mount(name, '-o', 'loop', join(folder, `${name}.device`));
      assert.ok(path !== undefined, 'the disk can be mounted after the power cut');
      return path;
    },
    /** From now on the device cannot write where it has never written before: syncs of a growing file fail. */
    fail: () => {
      // What a removed file left behind would still take a write: it becomes a hole again.
      assert.ok(run('sync', '--file-system', disk) && run('fstrim', disk));
      assert.throws(() => writeFileSync(ballast, Buffer.alloc(deviceBytes + spareBytes)), { code: 'ENOSPC' });
    },
    mend: () => rmSync(ballast),
  };
}

function format(device: string): boolean {
  writeFileSync(device, '');
  truncateSync(device, deviceBytes);
  // Not lazily: zeroing the tables later would give blocks of the backing file back, and room to a device that fails.
  const extended = 'nodiscard,lazy_itable_init=0,lazy_journal_init=0';
  if (!run('mkfs.ext4', '-q', '-b', '4096', '-J', 'size=4', '-E', extended, device)) return false;
  writeFileSync(device, readFileSync(device));
  return true;
}

/** A loop device reports success if its backing file takes the first pages of a larger piece and not the rest. */
function writeByPage(device: string): boolean {
  const backingFile = (name: string) => `/sys/block/${name}/loop/backing_file`;
  const name = readdirSync('/sys/block').find(
    (name) => existsSync(backingFile(name)) && readFileSync(backingFile(name), 'utf8').trim() === device,
  );
  if (name !== undefined) writeFileSync(`/sys/block/${name}/queue/max_sectors_kb`, '4');
  return name !== undefined;
}

function run(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
