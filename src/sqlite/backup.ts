import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { connect } from './connection.ts';
import { fullDisk } from './failure.ts';
import { isStore } from './migrate.ts';

/**
 * Copies the store as one moment has it, into a file that only its owner can read. Writers go on meanwhile. The copy
 * is complete and on the disk when this returns; one that could not be finished is removed.
 */
export function backup(file: string, target: string): void {
  if (!existsSync(file)) throw new Error(`There is no store at ${file}.`);
  claim(target);
  try {
    copy(file, target);
    sync(target);
    sync(dirname(target));
  } catch (error) {
    const failure = fullDisk(dirname(target), error) ?? fullDisk(dirname(file), error) ?? error;
    rmSync(target, { force: true });
    throw failure;
  }
}

function copy(file: string, target: string): void {
  const db = connect(file, { readOnly: true });
  try {
    if (!isStore(db)) throw new Error(`${file} is no store of Pawstock's. Check the path.`);
    db.prepare('vacuum into ?').run(target);
  } finally {
    db.close();
  }
}

/** SQLite fills an empty file; making it here settles who may read it, and that it was not there. */
function claim(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${target} exists already. Choose another file.`);
    throw fullDisk(dirname(target), error) ?? new Error(`Cannot write ${target}: ${code}.`);
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
