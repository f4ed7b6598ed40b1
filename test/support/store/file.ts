import assert from 'node:assert/strict';
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The files of an embedded store, and what SQLite itself says of them. */

const logHeaderBytes = 32;
const logFrameBytes = 24 + 1024;

/** SQLite moves the log into the database when a commit leaves it with so many frames. */
const logFramesMax = 4_000;

function logFramesIn(file: string): number {
  return Math.floor((statSync(`${file}-wal`).size - logHeaderBytes) / logFrameBytes);
}

/** Leaves the log of a store that is in use with room for one frame, so that whichever commit comes next moves it. */
export function fillLog(file: string): void {
  using db = new DatabaseSync(file);
  db.exec('pragma wal_autocheckpoint = 0; pragma synchronous = off');
  const id = db.prepare('pragma application_id').get()?.['application_id'];
  // It stays what it is, and costs one frame. The first may have to make the log.
  do db.exec(`pragma application_id = ${id}`);
  while (logFramesIn(file) < logFramesMax - 1);
  assert.equal(logFramesIn(file), logFramesMax - 1);
}

/** As a crash would leave them: what is shared in memory is not among them. */
export function copyStore(from: string, to: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(to + suffix, { force: true });
  for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

/** As another program would write to the file. */
export function executeSql(file: string, sql: string): void {
  using db = new DatabaseSync(file);
  db.exec(sql);
}

/** "ok", or what is wrong. */
export function integrityOf(file: string): unknown {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare('pragma integrity_check').get()?.['integrity_check'];
}
