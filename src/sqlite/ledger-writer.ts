import type { DatabaseSync } from 'node:sqlite';
import { type BatchDecision, decideBatch, decisionOf, petIdsIn, rememberedName } from '../domain/decide-batch.ts';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Outcome, Remembered, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { entryOf, itemOf } from '../store/rows.ts';
import { entryColumns, itemColumns, newEntryColumns, newEntryValues } from './columns.ts';

/** Decides writes and stores their entries, within a transaction that its caller has begun. */
export class LedgerWriter {
  readonly #lastSeq;
  readonly #item;
  readonly #putItem;
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
    this.#append = db.prepare(`insert into ledger (${newEntryColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
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
    const { items, lastSeqs } = this.#read(petIdsIn(writes));
    const decision = decideBatch(writes, {
      items,
      remembered: this.#rememberedFor(writes, atMs),
      lastSeq: Number(this.#lastSeq.get()?.['seq']),
      atMs,
    });
    this.#store(decision, lastSeqs, atMs);
    return decision.outcomes;
  }

  /** Stores entries that were decided elsewhere, as they are. */
  append(entries: readonly LedgerEntry[]): void {
    const { lastSeqs } = this.#read(new Set(entries.map(({ petId }) => petId)));
    this.#store(decisionOf(entries), lastSeqs, 0);
  }

  /** The items there are, and the last entry of every pet there ever was. */
  #read(petIds: Iterable<PetId>): { items: Map<PetId, Item>; lastSeqs: Map<PetId, number> } {
    const items = new Map<PetId, Item>();
    const lastSeqs = new Map<PetId, number>();
    for (const petId of petIds) {
      const row = this.#item.get(petId);
      if (row === undefined) continue;
      const item = itemOf(row);
      lastSeqs.set(petId, item.version);
      if (row['quantity'] !== null) items.set(petId, item);
    }
    return { items, lastSeqs };
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

  #store({ entries, remember }: BatchDecision, lastSeqs: Map<PetId, number>, atMs: number): void {
    const lastEntries = new Map<PetId, LedgerEntry>();
    for (const entry of entries) {
      this.#append.run(...newEntryValues(lastSeqs.get(entry.petId) ?? null, entry));
      lastSeqs.set(entry.petId, entry.seq);
      lastEntries.set(entry.petId, entry);
    }
    for (const { petId, after, status, seq } of lastEntries.values()) this.#putItem.run(petId, after, status, seq);
    for (const { caller, key, fingerprint, firstSeq, lastSeq } of remember) {
      this.#remember.run(caller, key, fingerprint, firstSeq, lastSeq, atMs);
    }
  }
}
