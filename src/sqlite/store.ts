import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { contentsOf, insertContents } from '../store/contents.ts';
import type { OnUpgrade } from '../store/migrations.ts';
import { type Query, sql } from '../store/sql.ts';
import * as statements from '../store/statements.ts';
import type { Access, Head, Store } from '../store/store.ts';
import {
  clockStepTable,
  entryTable,
  idempotencyRecordTable,
  itemTable,
  keyRevisionTable,
  nameTable,
  webhookTable,
  withRevisions,
} from '../store/tables.ts';
import { Database } from './connection.ts';
import { identityOf } from './disk.ts';
import { fileIsGone, fullDisk, isFull, openFailure, readFailure, writeFailure } from './errors.ts';
import { readHistory } from './history.ts';
import { appendEntries, importItems } from './ledger-writer.ts';
import { checkSchema, migrate } from './migrate.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';
import { Writer, type WriterEvents } from './writer-client.ts';

const head: Query<Head> = {
  ...sql`
    select coalesce((select max(seq) from ledger), 0) as seq,
           coalesce((select max(revision) from api_key), 0) as keys_revision,
           coalesce((select max(revision) from pet_name), 0) as names_revision`,
  fromRow: statements.headFromRow,
};

type Options = WriterEvents & { readonly access: Access; readonly onUpgrade: OnUpgrade };

export async function openSqliteStore(file: string, options: Options): Promise<Store> {
  const { access, onUpgrade } = options;
  const migrated = (db: Database, log: WriteAheadLog) => migrate(db, log, onUpgrade);
  try {
    const { db, log } = await open(file, access === 'read' ? checkSchema : migrated).catch((error: unknown) => {
      if (access === 'write' || !isFull(dirname(file), error)) throw error;
      // A store that nobody else uses can be read without room for the memory that is shared with others.
      return open(file, checkSchema, { exclusive: true });
    });
    return sqliteStore(file, db, log, options);
  } catch (error) {
    throw openFailure(file, error);
  }
}

async function open(
  file: string,
  prepare: (db: Database, log: WriteAheadLog) => void | Promise<void>,
  options?: { exclusive: true },
): Promise<{ db: Database; log: WriteAheadLog }> {
  let db: Database | undefined;
  let log: WriteAheadLog | undefined;
  try {
    syncDatabase(file);
    db = new Database(file, options);
    log = new WriteAheadLog(db, file);
    await prepare(db, log);
    // Known to be a store by now. SQLite gives the files beside it the same mode.
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    checkTables(db);
    return { db, log };
  } catch (error) {
    db?.close();
    log?.close();
    throw error;
  }
}

/** Refuses a store that lacks a table or a column now, not when they are first used. */
function checkTables(db: Database): void {
  for (const table of [
    itemTable,
    entryTable,
    clockStepTable,
    nameTable,
    keyRevisionTable,
    idempotencyRecordTable,
    webhookTable,
  ]) {
    const columns = table.columns.map(({ name }) => name).join(', ');
    db.get({ text: `select ${columns} from ${table.name} limit 0` });
  }
  db.get(statements.webhookLease);
}

/**
 * The embedded engine: one file, used by any number of processes. Reads run on the calling thread, where they take
 * microseconds. A service's writes run on a thread of their own, because they wait for the disk.
 */
function sqliteStore(file: string, db: Database, log: WriteAheadLog, options: Options): Store {
  const identity = identityOf(file);
  let fileCheckedAtMs = 0;
  let writer: Writer | undefined;

  /** Started by the first write of a service. Commands do without it. */
  const thread = (): Writer => {
    writer ??= new Writer(file, log.state, options);
    return writer;
  };

  /** Writes of commands. A service writes on its writer thread. */
  const write = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      log.prepareForWriting();
      return await work();
    } catch (error) {
      throw fullDisk(dirname(file), error) ?? writeFailure(file, error);
    }
  };

  /** SQLite still reads a file that was removed or replaced, but that is no longer the store. */
  const requireSameFile = () => {
    const nowMs = Date.now();
    if (nowMs - fileCheckedAtMs < limits.fileCheckIntervalMs) return;
    if (identityOf(file) !== identity) throw fileIsGone();
    fileCheckedAtMs = nowMs;
  };

  return {
    head: () =>
      reading(() => {
        requireSameFile();
        return db.selectOne(head);
      }),
    entriesAfter: (seq, limit) => reading(() => db.select(statements.entriesAfter(seq, limit))),
    entriesBefore: (seq, limit) => reading(() => db.select(statements.entriesBefore(seq, limit))),
    timesAround: (seq) => reading(() => db.selectOne(statements.timesAround(seq))),
    history: (petId, page) => reading(() => readHistory(db, petId, page)),

    commit: (writes, atMs) => thread().send('commit', writes, atMs),
    importItems: (commands, options) => write(() => importItems(db, commands, options)),
    deleteIdempotencyRecords: (olderThanMs) => thread().send('deleteIdempotencyRecords', olderThanMs),

    namesChangedAfter: (revision, limit) => reading(() => db.select(statements.namesChangedAfter(revision, limit))),

    keysChangedAfter: (revision) => reading(() => db.select(statements.keysChangedAfter(revision))),
    keys: async () => reading(() => db.select(statements.keysChangedAfter(0))),
    changeKeys: (name, decideKeys) =>
      write(() =>
        db.transaction(() => {
          const decision = decideKeys(db.select(statements.keysNamed(name)));
          if ('refusal' in decision) return decision.refusal;
          db.insert(keyRevisionTable, withRevisions(decision.store, db.selectOne(head).keysRevision));
          return undefined;
        }),
      ),
    recordKeyUses: (uses) => thread().send('recordKeyUses', uses),

    webhooks: async () =>
      reading(() => {
        const lease = db.selectOne(statements.webhookLease);
        return { lease, webhooks: db.select(statements.allWebhooks) };
      }),
    changeWebhooks: (decide) =>
      write(() =>
        db.transaction(() => {
          const decision = decide({
            webhooks: db.select(statements.allWebhooks),
            lastSeq: db.selectOne(statements.lastSeq),
          });
          if ('refusal' in decision) return decision.refusal;
          if ('remove' in decision) db.run(statements.deleteWebhook(decision.remove.id));
          else db.insert(webhookTable, [decision.store]);
          return undefined;
        }),
      ),
    takeWebhookLease: (seen, holder) => thread().send('takeWebhookLease', seen, holder),
    saveWebhooks: (holder, progress, nextHolder = holder) =>
      thread().send('saveWebhooks', holder, progress, nextHolder),

    async readAll(work) {
      try {
        // A service goes on reading with its own connection, where a long transaction would make it stale.
        const reader = options.access === 'read' ? db : new Database(file, { readOnly: true });
        try {
          reader.exec('begin');
          const contents = contentsOf(reader.selectOne(head), async (query) => {
            await nextTurn();
            return reader.select(query);
          });
          return await work(contents);
        } finally {
          reader.rollback();
          if (reader !== db) reader.close();
        }
      } catch (error) {
        throw readFailure(error);
      }
    },
    restore: (contents, onProgress) =>
      write(async () => {
        db.exec('begin immediate');
        try {
          const { seq, keysRevision } = db.selectOne(head);
          const empty = seq === 0 && keysRevision === 0;
          if (empty) {
            await insertContents(contents, onProgress, {
              append: (entries) => appendEntries(db, entries),
              insert: (table, rows) => db.insert(table, rows),
            });
          }
          db.exec('commit');
          return empty;
        } catch (error) {
          db.rollback();
          throw error;
        }
      }),

    async close() {
      await writer?.close();
      db.close();
      log.close();
    },
  };
}

function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw readFailure(error);
  }
}
