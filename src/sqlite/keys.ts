import { keysChangedAfter } from '../store/statements.ts';
import type { KeyStore, KeyUse } from '../store/store.ts';
import { sql } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

export function keys(connections: Connections): KeyStore {
  return {
    keysChangedAfter: (revision) => connections.read((db) => db.select(keysChangedAfter(revision))),
    keys: async () => connections.read((db) => db.select(keysChangedAfter(0))),
    recordKeyUses: (uses) => connections.send('recordKeyUses', uses),
  };
}

export function recordKeyUses(db: Connection, uses: readonly KeyUse[]): void {
  for (const { id, usedAtMs } of uses) {
    db.run(sql`update api_key set last_used_at_ms = max(ifnull(last_used_at_ms, 0), ${usedAtMs}) where id = ${id}`);
  }
}
