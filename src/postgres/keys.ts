import { keysChangedAfter, keysNamed } from '../store/statements.ts';
import type { KeyStore } from '../store/store.ts';
import { keyRevisionTable, keyTable, sql, withRevisions } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { begin, insertRows, rollback } from './session.ts';

export function keys({ freshness, writes }: Connections): KeyStore {
  return {
    keysChangedAfter: (revision) => freshness.select(keysChangedAfter(revision)),
    keys: () => freshness.select(keysChangedAfter(0)),
    changeKeys: (name, decideKeys) =>
      writes.runAlone(async (session) => {
        const lockHead = sql`select keys_revision from head for update`;
        const [, head, named] = await session.pipeline([begin, lockHead, keysNamed(name)]);
        const decision = decideKeys(named?.rows.map(keyTable.fromRow) ?? []);
        if ('refusal' in decision) {
          await session.query(rollback);
          return decision.refusal;
        }
        const changed = withRevisions(decision.store, Number(head?.rows[0]?.['keys_revision']));
        const advanceHead = sql`update head set keys_revision = keys_revision + ${changed.length}`;
        await session.commit([insertRows(keyRevisionTable, changed), advanceHead]);
        return undefined;
      }),
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
