import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The files of an embedded store, and what SQLite itself says of them. */

const logHeaderBytes = 32;
const logFrameBytes = 24 + 1024;

/** SQLite moves the log into the database when a commit leaves it with so many frames. */
export const logFramesMax = 4_000;

export function logFramesIn(file: string): number {
  return Math.floor((statSync(`${file}-wal`).size - logHeaderBytes) / logFrameBytes);
}

/** As a crash would leave them: what is shared in memory is not among them. */
export function copyStore(from: string, to: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(to + suffix, { force: true });
  for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

/** "ok", or what is wrong. */
export function integrityOf(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare('pragma integrity_check').get()?.['integrity_check'];
  } finally {
    db.close();
  }
}
