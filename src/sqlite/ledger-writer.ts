import type { DatabaseSync } from 'node:sqlite';
import { type BatchDecision, decideBatch, decisionOf, petIdsIn, rememberedName } from '../domain/decide-batch.ts';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Outcome, Remembered, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { entryOf, itemOf } from '../store/rows.ts';
import { entryColumns, entryValues, itemColumns } from './columns.ts';

/** Decides writes and stores their entries, within a transaction that its caller has begun. */
export class LedgerWriter {
  readonly #lastSeq;
  readonly #item;
  readonly #putItem;
  readonly #removeItem;
  readonly #append;
  readonly #recall;
  readonly #entries;
  readonly #remember;

  constructor(db: DatabaseSync) {
    this.#lastSeq = db.prepare('select ifnull(max(seq), 0) as seq from ledger');
    this.#item = db.prepare(`select ${itemColumns} from item where pet_id = ?`);
    this.#putItem = db.prepare(
      `insert into item (${itemColumns}) values (?, ?, ?, ?)
       on conflict (pet_id) do update
       set quantity = excluded.quantity, status = excluded.status, version = excluded.version`,
    );
    this.#removeItem = db.prepare('delete from item where pet_id = ?');
    this.#append = db.prepare(`insert into ledger (${entryColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#recall = db.prepare(
      `select fingerprint, first_seq, last_seq from remembered
       where caller = ? and idempotency_key = ? and at_ms > ?`,
    );
    this.#entries = db.prepare(`select ${entryColumns} from ledger where seq between ? and ? order by seq`);
    this.#remember = db.prepare(
      `insert or replace into remembered (caller, idempotency_key, fingerprint, first_seq, last_seq, at_ms)
       values (?, ?, ?, ?, ?, ?)`,
    );
  }

  apply(writes: readonly Write[], atMs: number): readonly Outcome[] {
    const decision = decideBatch(writes, {
      items: this.#itemsOf(writes),
      remembered: this.#rememberedFor(writes, atMs),
      lastSeq: Number(this.#lastSeq.get()?.['seq']),
      atMs,
    });
    this.#store(decision, atMs);
    return decision.outcomes;
  }

  /** Stores entries that were decided elsewhere, as they are. */
  append(entries: readonly LedgerEntry[]): void {
    this.#store(decisionOf(entries), 0);
  }

  #itemsOf(writes: readonly Write[]): Map<PetId, Item> {
    const items = new Map<PetId, Item>();
    for (const petId of petIdsIn(writes)) {
      const row = this.#item.get(petId);
      if (row !== undefined) items.set(petId, itemOf(row));
    }
    return items;
  }

  #rememberedFor(writes: readonly Write[], atMs: number): Map<string, Remembered> {
    const remembered = new Map<string, Remembered>();
    for (const { idempotency } of writes) {
      if (idempotency === null) continue;
      const row = this.#recall.get(idempotency.caller, idempotency.key, atMs - limits.idempotencyKeptMs);
      if (row === undefined) continue;
      const entries = this.#entries.all(row['first_seq'] as bigint, row['last_seq'] as bigint).map(entryOf);
      remembered.set(rememberedName(idempotency), { fingerprint: row['fingerprint'] as string, entries });
    }
    return remembered;
  }

  #store({ entries, items, remember }: BatchDecision, atMs: number): void {
    for (const entry of entries) this.#append.run(...entryValues(entry));
    for (const [petId, item] of items) {
      if (item === undefined) this.#removeItem.run(petId);
      else this.#putItem.run(petId, item.quantity, item.status, item.version);
    }
    for (const { caller, key, fingerprint, firstSeq, lastSeq } of remember) {
      this.#remember.run(caller, key, fingerprint, firstSeq, lastSeq, atMs);
    }
  }
}
