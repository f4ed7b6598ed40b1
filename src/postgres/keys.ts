import { keysChangedAfter } from '../store/statements.ts';
import type { KeyStore } from '../store/store.ts';
import { sql } from '../store/tables.ts';
import type { Connections } from './connections.ts';

export function keys({ freshness, writes }: Connections): KeyStore {
  return {
    keysChangedAfter: (revision) => freshness.select(keysChangedAfter(revision)),
    keys: () => freshness.select(keysChangedAfter(0)),
    async recordKeyUses(uses) {
      const ids = uses.map(({ id }) => id);
      const times = uses.map(({ usedAtMs }) => usedAtMs);
      const update = sql`
        update api_key set last_used_at_ms = greatest(last_used_at_ms, used.at_ms)
        from unnest(${ids}::text[], ${times}::bigint[]) as used (id, at_ms)
        where api_key.id = used.id`;
      await writes.runAlone((session) => session.query(update));
    },
  };
}
