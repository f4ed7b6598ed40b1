import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { errorMessage } from '../caught-error.ts';
import type { BackupTask } from '../engines.ts';
import type { Limits } from '../limits.ts';
import type { DatabaseAddress, Settings } from '../settings.ts';
import { removeDatabase } from '../sqlite/store-files.ts';
import {
  type BackupFile,
  backupName,
  listBackups,
  removeOldBackups,
  storePart,
  unfinishedName,
} from './backup-files.ts';

type BackupSettings = NonNullable<Settings['backups']>;

/**
 * A long wait for the next backup is split into days, because timers of Node cannot wait for longer
 * than 24 days.
 */
const waitMaxMs = 86_400_000;

/**
 * Makes a backup of the SQLite store regularly, and deletes old backups. A failure never stops the
 * service.
 */
export class Backups {
  readonly settings: BackupSettings;
  readonly #database: DatabaseAddress;
  readonly #limits: Limits;
  readonly #log: Logger;
  /** The part of the store's identity in file names. Unknown until the store has been opened. */
  #store: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #process: ChildProcess | undefined;
  #command: ChildProcess | undefined;
  /** The backup with which BACKUP_COMMAND has still to succeed. */
  #notPassedOn: string | undefined;
  /** Why the last attempt to make a backup failed; undefined if it succeeded. */
  failure: { readonly atMs: number; readonly message: string } | undefined;
  #isStopped = false;

  constructor(settings: BackupSettings, database: DatabaseAddress, limits: Limits, log: Logger) {
    this.settings = settings;
    this.#database = database;
    this.#limits = limits;
    this.#log = log;
  }

  /**
   * The finished backups of the service's store, the newest first. Empty if the backup folder
   * cannot be read.
   */
  list(): BackupFile[] {
    try {
      return this.#store === undefined ? [] : listBackups(this.settings.folder, this.#store);
    } catch {
      return [];
    }
  }

  /**
   * Starts regular backups of the store with this identity. Only the first attempt creates the
   * folder: later, its loss may mean an unmounted disk.
   */
  start(identity: string): void {
    const store = storePart(identity);
    this.#store = store;
    void this.#attempt(store, true);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    if (this.#command !== undefined) endGroup(this.#command);
    if (this.#process === undefined) return;
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
  }

  async #attempt(store: string, mayMakeFolder: boolean): Promise<void> {
    const { folder, everyMs } = this.settings;
    const waitMs = () => {
      const ageMs = Date.now() - (this.list()[0]?.atMs ?? Number.NEGATIVE_INFINITY);
      // If all backups have a time in the future, because a clock was ahead, another backup is due.
      return ageMs < 0 ? 0 : everyMs - ageMs;
    };
    const retryMs = Math.min(everyMs, this.#limits.backupRetryMs);
    try {
      if (waitMs() <= 0) {
        if (this.#isAnotherWriting(store)) return this.#waitForAnother(store, retryMs);
        this.#notPassedOn = await this.#makeBackup(store, mayMakeFolder);
      }
      await this.#passOn();
      this.failure = undefined;
      this.#scheduleAttempt(store, waitMs());
    } catch (error) {
      if (this.#isStopped) return;
      // If two services begin at once, one of them fails, because the other is writing the file.
      if (this.#isAnotherWriting(store)) return this.#waitForAnother(store, retryMs);
      const message = errorMessage(error);
      this.failure = { atMs: Date.now(), message };
      const event =
        this.#notPassedOn === undefined
          ? 'no backup was made; trying again later'
          : 'BACKUP_COMMAND failed; trying again later';
      this.#log.error({ folder, cause: message }, event);
      this.#scheduleAttempt(store, retryMs);
    }
  }

  /**
   * Whether another service is writing a backup of the same store: the unfinished backup file has
   * changed recently.
   */
  #isAnotherWriting(store: string): boolean {
    try {
      const { mtimeMs } = statSync(join(this.settings.folder, unfinishedName(store)));
      // A wrong clock may have given the file a time in the future, so only the distance to the
      // present counts.
      return Math.abs(Date.now() - mtimeMs) < this.#limits.backupAbandonedMs;
    } catch {
      // If the folder cannot be read at all, making a backup will fail and tell why.
      return false;
    }
  }

  #waitForAnother(store: string, waitMs: number): void {
    this.#log.info(
      { folder: this.settings.folder },
      'a backup that another service began is not finished yet; trying again later',
    );
    this.#scheduleAttempt(store, waitMs);
  }

  #scheduleAttempt(store: string, waitMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(
      () => void this.#attempt(store, false),
      Math.min(Math.max(waitMs, 0), waitMaxMs),
    );
  }

  async #makeBackup(store: string, mayMakeFolder: boolean): Promise<string> {
    const { folder, keep } = this.settings;
    const unfinished = join(folder, unfinishedName(store));
    removeDatabase(unfinished);
    const name = backupName(store, Date.now());
    await this.#run({
      address: this.#database,
      unfinished,
      finished: join(folder, name),
      mayMakeFolder,
    });
    const [newest] = removeOldBackups(folder, store, keep);
    this.#log.info({ folder, name, bytes: newest?.bytes }, 'a backup was made and checked');
    return join(folder, name);
  }

  /**
   * Runs BACKUP_COMMAND, for example to copy the backup to another place. Its output goes where the
   * service's log goes. If it fails, the backup counts as failed, and the command is run again with
   * the same file: another backup each time would soon replace all older ones.
   */
  async #passOn(): Promise<void> {
    const { command } = this.settings;
    const file = this.#notPassedOn;
    if (file === undefined) return;
    if (command !== undefined) await this.#runCommand(command, file);
    this.#notPassedOn = undefined;
  }

  async #runCommand(command: string, file: string): Promise<void> {
    // The shell gets a process group of its own, so that what it has started can be ended with it.
    const child = spawn('/bin/sh', ['-c', command], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, BACKUP_FILE: file },
    });
    this.#command = child;
    const limit = setTimeout(() => endGroup(child), this.#limits.backupCommandMs);
    const exit = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>();
    child.once('error', exit.reject).once('exit', (code, signal) => exit.resolve({ code, signal }));
    const { code, signal } = await exit.promise.finally(() => {
      clearTimeout(limit);
      this.#command = undefined;
    });
    if (code === 0) return;
    const ended = signal === null ? `with code ${code}` : `by ${signal}`;
    throw new Error(`BACKUP_COMMAND ended ${ended}. The backup itself is whole: ${file}.`);
  }

  async #run(task: BackupTask): Promise<void> {
    // The backup process does not inherit the service's Node options: two processes cannot share a
    // debugger's port.
    const child = fork(new URL('./backup-process.ts', import.meta.url), { execArgv: [] });
    this.#process = child;
    const cutOff = 'The backup was cut off.';
    let failure = cutOff;
    child.on('message', (sent) => {
      failure = String(sent);
    });
    child.send(task, () => undefined);
    await once(child, 'exit').finally(() => {
      this.#process = undefined;
    });
    if (failure === cutOff) removeDatabase(task.unfinished);
    if (failure !== '') throw new Error(failure);
  }
}

/** Ends a process and all that it has started in its group. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}
