import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Syncs a file or a folder. Not a database that is open: closing its descriptor drops SQLite's locks on it. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Stores and syncs a file of this size, and deletes it. Throws where the disk or a quota does not allow that. */
export function probeDisk(folder: string, bytes: number): void {
  const path = join(folder, `.pawstock-${randomUUID()}`);
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    rmSync(path);
    const zeros = Buffer.alloc(bytes);
    for (let position = 0; position < bytes; ) {
      position += writeSync(descriptor, zeros, position, bytes - position, position);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
