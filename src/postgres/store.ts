import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { contentsOf, insertContents } from '../store/contents.ts';
import type { OnUpgrade } from '../store/migrations.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import { type Query, sql } from '../store/sql.ts';
import * as statements from '../store/statements.ts';
import type { Access, Store } from '../store/store.ts';
import { entryTable, keyRevisionTable, keyTable, webhookTable, withRevisions } from '../store/tables.ts';
import { SharedConnection, unlessItStandsStill } from './connection.ts';
import { isRetryable, unavailable } from './errors.ts';
import { LedgerCheckpoint } from './ledger-checkpoint.ts';
import { beginLongWrite, commitBatch, importItems, insertItemsOfLedger } from './ledger-writer.ts';
import { checkSchema, migrate } from './migrate.ts';
import { begin, insertRows, rollback, type Session } from './session.ts';

/** The engine for many instances: PostgreSQL, in a schema of its own. */
export async function openPostgresStore(
  address: PostgresAddress,
  access: Access,
  onUpgrade: OnUpgrade,
): Promise<Store> {
  const ledger = new LedgerCheckpoint();
  const checkLedger = (session: Session) => ledger.check(session);
  // What every answer waits for has a connection of its own, and so have writes: neither waits for a slow query.
  const freshness = new SharedConnection(address, checkLedger);
  const history = new SharedConnection(address);
  const writes = new SharedConnection(address, checkLedger);
  const connections = [freshness, history, writes];
  const select = <T>(connection: SharedConnection, query: Query<T>): Promise<T[]> =>
    connection.run((session) => session.select(query));

  const store: Store = {
    /** A standby may lag behind what was acknowledged, so it counts as no server; the next call reconnects. */
    head: () =>
      freshness.run(async (session) => {
        const { rows } = await session.query(
          sql`select seq, keys_revision, names_revision, pg_is_in_recovery() as standby from head`,
        );
        const [row] = rows;
        if (row?.['standby'] !== false) {
          store.reconnect?.();
          throw unavailable('the server is a standby');
        }
        const head = statements.headFromRow(row);
        return { ...head, seq: ledger.effectiveSeq(head.seq) };
      }),
    async entriesAfter(seq, limit) {
      const entries = await select(freshness, statements.entriesAfter(seq, limit));
      ledger.advance(entries);
      return entries;
    },
    entriesBefore: (seq, limit) => select(history, statements.entriesBefore(seq, limit)),
    timesAround: (seq) => history.run((session) => session.selectOne(statements.timesAround(seq))),
    history: (petId, { before, limit }) =>
      select(
        history,
        entryTable.query`
          select * from ledger where pet_id = ${petId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
          order by seq desc limit ${limit}`,
      ),

    /** What the server rolled back, or never began, is attempted again for a moment; what may be committed is not. */
    async commit(batch, atMs) {
      const startedMs = Date.now();
      for (;;) {
        try {
          const { outcomes, lastSeq } = await writes.runAlone((session) => commitBatch(session, batch, atMs));
          ledger.compare(lastSeq);
          ledger.advance(outcomes.flatMap((outcome) => (outcome.result === 'applied' ? outcome.entries : [])));
          return outcomes;
        } catch (error) {
          if (!isRetryable(error) || Date.now() - startedMs > limits.postgresRetryMs) throw error;
          await delay(limits.postgresRetryIntervalMs);
        }
      }
    },
    importItems: (commands, options) =>
      writes.runAlone((session) => importItems(session, commands, options), unlessItStandsStill),
    async deleteIdempotencyRecords(olderThanMs) {
      await writes.runAlone((session) => session.query(statements.deleteIdempotencyRecords(olderThanMs)));
    },

    namesChangedAfter: (revision, limit) => select(freshness, statements.namesChangedAfter(revision, limit)),

    keysChangedAfter: (revision) => select(freshness, statements.keysChangedAfter(revision)),
    keys: () => select(freshness, statements.keysChangedAfter(0)),
    changeKeys: (name, decideKeys) =>
      writes.runAlone(async (session) => {
        const [, head, named] = await session.pipeline([
          begin,
          sql`select keys_revision from head for update`,
          statements.keysNamed(name),
        ]);
        const decision = decideKeys(named?.rows.map(keyTable.fromRow) ?? []);
        if ('refusal' in decision) {
          await session.query(rollback);
          return decision.refusal;
        }
        const keys = withRevisions(decision.store, Number(head?.rows[0]?.['keys_revision']));
        const advanceHead = sql`update head set keys_revision = keys_revision + ${keys.length}`;
        await session.commit([insertRows(keyRevisionTable, keys), advanceHead]);
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

    webhooks: () =>
      history.run(async (session) => {
        const lease = await session.selectOne(statements.webhookLease);
        return { lease, webhooks: await session.select(statements.allWebhooks) };
      }),
    /** Locks the lease first, as every change of webhooks does. */
    changeWebhooks: (decide) =>
      writes.runAlone(async (session) => {
        await session.pipeline([begin, sql`select from webhook_lease for update`]);
        const lastSeq = await session.selectOne(statements.lastSeq);
        const decision = decide({ webhooks: await session.select(statements.allWebhooks), lastSeq });
        if ('refusal' in decision) {
          await session.query(rollback);
          return decision.refusal;
        }
        const isRemoval = 'remove' in decision;
        await session.commit([
          isRemoval ? statements.deleteWebhook(decision.remove.id) : insertRows(webhookTable, [decision.store]),
        ]);
        return undefined;
      }),
    takeWebhookLease: (seen, holder) =>
      writes.runAlone(async (session) => {
        const { rowCount } = await session.query(statements.takeWebhookLease(seen, holder));
        return rowCount === 1;
      }),
    saveWebhooks: (holder, progress, nextHolder = holder) =>
      writes.runAlone(async (session) => {
        const [, renewed] = await session.pipeline([begin, statements.renewWebhookLease(holder, nextHolder)]);
        const isHolder = renewed?.rowCount === 1;
        await session.commit(isHolder ? progress.map(statements.updateProgress) : []);
        return isHolder;
      }),

    /** On a connection of its own, which rolls the transaction back when it is closed. */
    async readAll(work) {
      const connection = new SharedConnection(address);
      try {
        return await connection.run(async (session) => {
          const [, , , head] = await session.pipeline([
            { text: 'begin isolation level repeatable read read only' },
            sql`set local statement_timeout = 0`,
            sql`set local idle_in_transaction_session_timeout = 0`,
            sql`select seq, keys_revision, names_revision from head`,
          ]);
          const contents = contentsOf(statements.headFromRow(head?.rows[0] ?? {}), (query) => session.select(query));
          const [last] = await session.select(statements.entriesBetween(contents.lastSeq, contents.lastSeq));
          const items = () => {
            ledger.reset(last);
            return contents.items();
          };
          return work({ ...contents, items });
        }, unlessItStandsStill);
      } finally {
        await connection.close();
      }
    },
    restore: (contents, onProgress) =>
      writes.runAlone(async (session) => {
        const { seq, keysRevision } = await beginLongWrite(session);
        // The contents come from another store, which may take longer for a page than a writer may be idle.
        await session.query(sql`set local idle_in_transaction_session_timeout = '1min'`);
        const empty = seq === 0 && keysRevision === 0;
        if (empty) {
          await insertContents(contents, onProgress, {
            append: (entries) => session.query(insertRows(entryTable, entries)),
            insert: (table, rows) => session.query(insertRows(table, rows)),
          });
          await session.query(insertItemsOfLedger);
          await session.query(sql`
            update head set seq = ${contents.lastSeq},
              at_ms = coalesce((select at_ms from ledger where seq = ${contents.lastSeq}), 0),
              keys_revision = (select coalesce(max(revision), 0) from api_key),
              names_revision = ${contents.namesRevision}`);
        }
        await session.commit();
        return empty;
      }, unlessItStandsStill),

    reconnect() {
      ledger.clearLost();
      for (const connection of connections) connection.reconnect();
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };

  try {
    if (access === 'read') await checkSchema(freshness);
    else await migrate(writes, address.schema, onUpgrade);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
