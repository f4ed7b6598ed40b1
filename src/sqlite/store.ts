import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { contentsOf, insertContents } from '../store/contents.ts';
import { type Query, sql } from '../store/sql.ts';
import * as statements from '../store/statements.ts';
import type { Head, Store } from '../store/store.ts';
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
import { fileIsGone, fullDisk, openFailure, readFailure, writeFailure } from './errors.ts';
import { readHistory } from './history.ts';
import { appendEntries, importItems } from './ledger-writer.ts';
import { migrate } from './migrate.ts';
import { syncDatabase, WriteAheadLog } from './write-ahead-log.ts';
import { Writer, type WriterEvents } from './writer-client.ts';

const head: Query<Head> = {
  ...sql`
    select coalesce((select max(seq) from ledger), 0) as seq,
           coalesce((select max(revision) from api_key), 0) as keys_revision,
           coalesce((select max(revision) from pet_name), 0) as names_revision`,
  fromRow: statements.headFromRow,
};

export async function openSqliteStore(file: string, events: WriterEvents): Promise<Store> {
  let db: Database | undefined;
  let log: WriteAheadLog | undefined;
  try {
    syncDatabase(file);
    db = new Database(file);
    log = new WriteAheadLog(db, file);
    await migrate(db, log);
    // Known to be a store by now. SQLite gives the files beside it the same mode.
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    checkTables(db);
    return sqliteStore(file, db, log, events);
  } catch (error) {
    db?.close();
    log?.close();
    throw openFailure(file, error);
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
function sqliteStore(file: string, db: Database, log: WriteAheadLog, events: WriterEvents): Store {
  const identity = identityOf(file);
  let fileCheckedAtMs = 0;
  let writer: Writer | undefined;

  /** Started by the first write of a service. Commands do without it. */
  const thread = (): Writer => {
    writer ??= new Writer(file, log.state, events);
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

    /** On a connection of its own, so that a long transaction does not make other reads stale. */
    async readAll(work) {
      try {
        using reader = new Database(file, { readOnly: true });
        reader.exec('begin');
        const contents = contentsOf(reader.selectOne(head), async (query) => {
          await nextTurn();
          return reader.select(query);
        });
        return await work(contents);
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
