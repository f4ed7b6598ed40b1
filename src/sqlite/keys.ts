import { keysChangedAfter, keysNamed } from '../store/statements.ts';
import type { KeyStore, KeyUse } from '../store/store.ts';
import { keyRevisionTable, type Query, sql, withRevisions } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

export function keys(connections: Connections): KeyStore {
  return {
    keysChangedAfter: (revision) => connections.read((db) => db.select(keysChangedAfter(revision))),
    keys: async () => connections.read((db) => db.select(keysChangedAfter(0))),
    changeKeys: (name, decideKeys) =>
      connections.write((db) =>
        db.transaction(() => {
          const decision = decideKeys(db.select(keysNamed(name)));
          if ('refusal' in decision) return decision.refusal;
          db.insert(keyRevisionTable, withRevisions(decision.store, db.selectOne(lastRevision)));
          return undefined;
        }),
      ),
    recordKeyUses: (uses) => connections.send('recordKeyUses', uses),
  };
}

const lastRevision: Query<number> = {
  ...sql`select coalesce(max(revision), 0) as revision from api_key`,
  fromRow: ({ revision }) => Number(revision),
};

export function recordKeyUses(db: Connection, uses: readonly KeyUse[]): void {
  for (const { id, usedAtMs } of uses) {
    db.run(sql`update api_key set last_used_at_ms = max(ifnull(last_used_at_ms, 0), ${usedAtMs}) where id = ${id}`);
  }
}
