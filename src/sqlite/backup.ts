import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { connect } from './connection.ts';
import { sync } from './disk.ts';
import { fullDisk, withFileName } from './errors.ts';
import { isStore } from './migrate.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';

/**
 * Copies the store at one moment into a new file that only its owner can read. Writers go on meanwhile. The copy is
 * complete and synced when this returns. A copy that cannot be finished is removed.
 */
export function backup(file: string, target: string): void {
  if (!existsSync(file)) throw new Error(`There is no store at ${file}.`);
  create(target);
  try {
    copy(file, target);
    sync(target);
    sync(dirname(target));
  } catch (error) {
    const failure = fullDisk(dirname(target), error) ?? fullDisk(dirname(file), error) ?? withFileName(file, error);
    rmSync(target, { force: true });
    throw failure;
  }
}

function copy(file: string, target: string): void {
  syncDatabase(file);
  const db = connect(file);
  const log = new WriteAheadLog(db, file);
  try {
    if (!isStore(db)) throw new Error(`${file} is not a Pawstock store. Check the path.`);
    log.makeDurable();
    db.prepare('vacuum into ?').run(target);
  } finally {
    db.close();
    log.close();
  }
}

/** SQLite fills an empty file. Creating it here sets its mode and makes sure that it is new. */
function create(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${target} exists already. Choose another file.`);
    throw fullDisk(dirname(target), error) ?? new Error(`Cannot write ${target}: ${code}.`);
  }
}
