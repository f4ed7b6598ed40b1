import { setImmediate as nextTurn } from 'node:timers/promises';
import { contentsOf, insertContents } from '../store/contents.ts';
import { anyKeyInUse, deleteSetupKeys } from '../store/statements.ts';
import type { ContentsStore } from '../store/store.ts';
import type { Connections } from './connections.ts';
import { head } from './reads.ts';
import { appendEntries } from './writes.ts';

export function contents(connections: Connections): ContentsStore {
  const readAll: ContentsStore['readAll'] = (work) =>
    connections.readForLong(async (db) => {
      db.exec('begin');
      try {
        const all = contentsOf(db.selectOne(head), async (query) => {
          await nextTurn();
          return db.select(query);
        });
        return await work(all);
      } finally {
        db.rollback();
      }
    });

  return {
    readAll,
    reload: readAll,
    restore: (all, onProgress) =>
      connections.write((db) =>
        db.longTransaction(async () => {
          const { seq, keysRevision } = db.selectOne(head);
          if (seq > 0 || db.select(anyKeyInUse).length > 0) return false;
          db.run(deleteSetupKeys);
          await insertContents(all, onProgress, {
            keysRevision,
            append: (entries) => appendEntries(db, entries),
            insert: (table, rows) => db.insert(table, rows),
          });
          return true;
        }),
      ),
  };
}
