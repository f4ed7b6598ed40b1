import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Webhook, WebhookDecision } from '../domain/webhook.ts';
import type { Command, Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { collect } from '../store/collect.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import { entryFromRow, nameFromRow } from '../store/rows.ts';
import type {
  ExistingWebhooks,
  Head,
  HistoryPage,
  ImportOptions,
  ImportTotals,
  KeyUse,
  KnownItems,
  Store,
  StoreContents,
  StoredName,
  WebhookLease,
  WebhookUpdate,
} from '../store/store.ts';
import { Connection } from './connection.ts';
import { readContents, restore } from './contents.ts';
import { isRetryable, unavailable } from './errors.ts';
import { importItems } from './import-items.ts';
import { changeKeys, keysChangedAfter, recordKeyUses } from './key-table.ts';
import { entryAt, KnownLedger } from './known-ledger.ts';
import { commitBatch, commitKnown } from './ledger-writer.ts';
import { migrate } from './migrate.ts';
import { type Session, sql } from './session.ts';
import { changeWebhooks, readWebhooks, saveWebhooks, takeWebhookLease } from './webhook-table.ts';

type CommitOptions = { readonly atMs: number; readonly known: KnownItems | undefined };

/** The engine for many instances: PostgreSQL, in a schema of its own. */
export class PostgresStore implements Store {
  readonly #address: PostgresAddress;
  /** What every answer waits for has a connection of its own, and so have writes: neither waits for a slow query. */
  readonly #freshness: Connection;
  readonly #history: Connection;
  readonly #writes: Connection;
  readonly #ledger = new KnownLedger();
  /** How many batches in a row found the store as this instance knew it. */
  #undisturbedBatches = 0;

  private constructor(address: PostgresAddress) {
    this.#address = address;
    const checkLedger = (session: Session) => this.#ledger.check(session);
    this.#freshness = new Connection(address, checkLedger);
    this.#history = new Connection(address);
    this.#writes = new Connection(address, checkLedger);
  }

  static async open(address: PostgresAddress): Promise<PostgresStore> {
    const store = new PostgresStore(address);
    try {
      await migrate(store.#writes, address.schema);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** A standby may lag behind what was acknowledged, so it counts as no server; the next call reconnects. */
  head(): Promise<Head> {
    return this.#freshness.run(async (session) => {
      const { rows } = await session.query(
        sql`select seq, keys_revision, names_revision, pg_is_in_recovery() as standby from head`,
      );
      const [row] = rows;
      if (row?.['standby'] !== false) {
        this.reconnect();
        throw unavailable('the server is a standby');
      }
      return {
        seq: this.#ledger.upTo(Number(row['seq'])),
        keysRevision: Number(row['keys_revision']),
        namesRevision: Number(row['names_revision']),
      };
    });
  }

  load(): Promise<{ seq: number; items: Item[] }> {
    return this.readAll(async ({ lastSeq, items }) => ({ seq: lastSeq, items: await collect(items()) }));
  }

  entriesAfter(seq: number, limit: number): Promise<LedgerEntry[]> {
    return this.#freshness.run(async (session) => {
      const { rows } = await session.query(sql`select * from ledger where seq > ${seq} order by seq limit ${limit}`);
      const entries = rows.map(entryFromRow);
      this.#ledger.learn(entries);
      return entries;
    });
  }

  entriesBefore(seq: number, limit: number): Promise<LedgerEntry[]> {
    return this.#history.run(async (session) => {
      const { rows } = await session.query(
        sql`select * from ledger where seq < ${seq} order by seq desc limit ${limit}`,
      );
      return rows.map(entryFromRow);
    });
  }

  history(petId: PetId, { before, limit }: HistoryPage): Promise<LedgerEntry[]> {
    return this.#history.run(async (session) => {
      const { rows } = await session.query(sql`
        select * from ledger where pet_id = ${petId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
        order by seq desc limit ${limit}`);
      return rows.map(entryFromRow);
    });
  }

  /** What the server rolled back, or never began, is attempted again for a moment; what may be committed is not. */
  async commit(writes: readonly Write[], atMs: number, known?: KnownItems): Promise<Outcome[]> {
    const startedMs = Date.now();
    for (;;) {
      try {
        const outcomes = await this.#writes.runAlone((session) => this.#commitBatch(session, writes, { atMs, known }));
        this.#ledger.learn(outcomes.flatMap((outcome) => (outcome.result === 'applied' ? outcome.entries : [])));
        return outcomes;
      } catch (error) {
        if (!isRetryable(error) || Date.now() - startedMs > limits.postgresRetryMs) throw error;
        await delay(limits.postgresRetryIntervalMs);
      }
    }
  }

  /** In one round trip, unless other instances are writing too: an attempt that fails loses its turn at the lock. */
  async #commitBatch(session: Session, writes: readonly Write[], { atMs, known }: CommitOptions): Promise<Outcome[]> {
    if (known !== undefined && this.#undisturbedBatches >= limits.postgresUndisturbedBatches) {
      const outcomes = await commitKnown(session, writes, { atMs, known });
      if (outcomes !== undefined) return outcomes;
    }
    const { outcomes, lastSeq } = await commitBatch(session, writes, atMs);
    this.#ledger.compare(lastSeq, known?.seq ?? 0);
    this.#undisturbedBatches = lastSeq === known?.seq ? this.#undisturbedBatches + 1 : 0;
    return outcomes;
  }

  importItems(commands: readonly Command[], options: ImportOptions): Promise<ImportTotals> {
    return this.#writes.runAlone((session) => importItems(session, commands, options), limits.postgresLongDeadlineMs);
  }

  async deleteIdempotencyRecords(olderThanMs: number): Promise<void> {
    await this.#writes.runAlone((session) => session.query(sql`delete from remembered where at_ms <= ${olderThanMs}`));
  }

  namesChangedAfter(revision: number, limit: number): Promise<StoredName[]> {
    return this.#freshness.run(async (session) => {
      const { rows } = await session.query(sql`select * from pet_name where revision > ${revision} limit ${limit}`);
      return rows.map(nameFromRow);
    });
  }

  keysChangedAfter(revision: number): Promise<ApiKey[]> {
    return this.#freshness.run((session) => keysChangedAfter(session, revision));
  }

  keys(): Promise<ApiKey[]> {
    return this.keysChangedAfter(0);
  }

  changeKeys(name: string, decideKeys: (named: ApiKey[]) => KeyDecision): Promise<string | undefined> {
    return this.#writes.runAlone((session) => changeKeys(session, name, decideKeys));
  }

  recordKeyUses(uses: readonly KeyUse[]): Promise<void> {
    return this.#writes.runAlone((session) => recordKeyUses(session, uses));
  }

  webhooks(): Promise<{ lease: WebhookLease; webhooks: Webhook[] }> {
    return this.#history.run(readWebhooks);
  }

  changeWebhooks(decide: (existing: ExistingWebhooks) => WebhookDecision): Promise<string | undefined> {
    return this.#writes.runAlone((session) => changeWebhooks(session, decide));
  }

  takeWebhookLease(seen: WebhookLease, holder: string): Promise<boolean> {
    return this.#writes.runAlone((session) => takeWebhookLease(session, seen, holder));
  }

  saveWebhooks(holder: string, progress: readonly WebhookUpdate[], nextHolder = holder): Promise<boolean> {
    return this.#writes.runAlone((session) => saveWebhooks(session, holder, progress, nextHolder));
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  reconnect(): void {
    this.#ledger.trust();
    for (const connection of this.#connections) connection.reconnect();
  }

  get #connections(): Connection[] {
    return [this.#freshness, this.#history, this.#writes];
  }

  /** On a connection of its own, which rolls the transaction back when it is closed. */
  async readAll<T>(work: (contents: StoreContents) => Promise<T>): Promise<T> {
    const connection = new Connection(this.#address);
    const read = (session: Session) =>
      readContents(session, async (contents) => {
        const last = await entryAt(session, contents.lastSeq);
        const items = () => {
          this.#ledger.startFrom(last);
          return contents.items();
        };
        return work({ ...contents, items });
      });
    try {
      return await connection.run(read, limits.postgresLongDeadlineMs);
    } finally {
      await connection.close();
    }
  }

  restore(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean> {
    return this.#writes.runAlone((session) => restore(session, contents, onProgress), limits.postgresLongDeadlineMs);
  }
}
