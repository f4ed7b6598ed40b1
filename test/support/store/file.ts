import assert from 'node:assert/strict';
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Functions that fill, copy, change and check the SQLite files of a store. */

const logHeaderBytes = 32;
const logFrameBytes = 24 + 1024;

/**
 * SQLite moves its write-ahead log into the database when a commit makes the log this many frames
 * long.
 */
const logFramesMax = 4_000;

function logFramesIn(file: string): number {
  return Math.floor((statSync(`${file}-wal`).size - logHeaderBytes) / logFrameBytes);
}

/**
 * Fills an open store's write-ahead log up to the last frame, so the next commit moves the log into
 * the database.
 */
export function fillLog(file: string): void {
  using db = new DatabaseSync(file);
  db.exec('pragma wal_autocheckpoint = 0; pragma synchronous = off');
  const id = db.prepare('pragma application_id').get()?.['application_id'];
  // Setting the application id to its current value only adds a frame to the write-ahead log, or
  // creates that log.
  do db.exec(`pragma application_id = ${id}`);
  while (logFramesIn(file) < logFramesMax - 1);
  assert.equal(logFramesIn(file), logFramesMax - 1);
}

/** Copies a store's files as a crash would leave them, without the shared-memory file. */
export function copyStore(from: string, to: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(to + suffix, { force: true });
  for (const suffix of ['', '-wal'])
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

/** Runs SQL on the store's file, as another program would. */
export function executeSql(file: string, sql: string): void {
  using db = new DatabaseSync(file);
  db.exec(sql);
}

/** Returns "ok", or the damage that SQLite finds. */
export function integrityOf(file: string): unknown {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare('pragma integrity_check').get()?.['integrity_check'];
}
