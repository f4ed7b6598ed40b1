import type { DatabaseSync } from 'node:sqlite';
import { type BatchDecision, decideBatch, decisionOf, idempotencyRecordName, petIdsIn } from '../domain/decide.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { IdempotencyRecord, Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { entryFromRow, itemFromRow } from '../store/rows.ts';
import { entryColumns, itemColumns, nameColumns, newEntryColumns, newEntryValues } from './columns.ts';

/** Decides writes and stores their entries, within the caller's transaction. */
export class LedgerWriter {
  readonly #lastSeq;
  readonly #item;
  readonly #putItem;
  readonly #append;
  readonly #findRecord;
  readonly #entries;
  readonly #insertRecord;
  readonly #namesRevision;
  readonly #putName;

  constructor(db: DatabaseSync) {
    this.#lastSeq = db.prepare('select ifnull(max(seq), 0) as seq from ledger');
    this.#item = db.prepare(`select ${itemColumns} from item where pet_id = ?`);
    this.#putItem = db.prepare(
      `insert into item (${itemColumns}) values (?, ?, ?, ?)
       on conflict (pet_id) do update
       set quantity = excluded.quantity, status = excluded.status, version = excluded.version`,
    );
    this.#append = db.prepare(`insert into ledger (${newEntryColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#findRecord = db.prepare(
      `select fingerprint, first_seq, last_seq from remembered
       where caller = ? and idempotency_key = ? and at_ms > ?`,
    );
    this.#entries = db.prepare(`select ${entryColumns} from ledger where seq between ? and ? order by seq`);
    this.#insertRecord = db.prepare(
      `insert or replace into remembered (caller, idempotency_key, fingerprint, first_seq, last_seq, at_ms)
       values (?, ?, ?, ?, ?, ?)`,
    );
    this.#namesRevision = db.prepare('select ifnull(max(revision), 0) as revision from pet_name');
    this.#putName = db.prepare(
      `insert into pet_name (${nameColumns}) select ?1, ?2, ?3
       where (select name from pet_name where pet_id = ?1) is not ?2
       on conflict (pet_id) do update set name = excluded.name, revision = excluded.revision`,
    );
  }

  /** Also tells how many names have changed. */
  apply(writes: readonly Write[], atMs: number): { outcomes: readonly Outcome[]; names: number } {
    const { items, lastSeqs } = this.#read(petIdsIn(writes));
    const decision = decideBatch(writes, {
      items,
      idempotencyRecords: this.#idempotencyRecordsFor(writes, atMs),
      lastSeq: Number(this.#lastSeq.get()?.['seq']),
      atMs,
    });
    this.#store(decision, lastSeqs, atMs);
    return { outcomes: decision.outcomes, names: this.#storeNames(decision.names) };
  }

  /** Stores entries as they are, e.g. those of another store. */
  append(entries: readonly LedgerEntry[]): void {
    const { lastSeqs } = this.#read(new Set(entries.map(({ petId }) => petId)));
    this.#store(decisionOf(entries), lastSeqs, 0);
  }

  /** The items of these pets, and the last entry of each pet, also of removed ones. */
  #read(petIds: Iterable<PetId>): { items: Map<PetId, Item>; lastSeqs: Map<PetId, number> } {
    const items = new Map<PetId, Item>();
    const lastSeqs = new Map<PetId, number>();
    for (const petId of petIds) {
      const row = this.#item.get(petId);
      if (row === undefined) continue;
      const item = itemFromRow(row);
      lastSeqs.set(petId, item.version);
      if (row['quantity'] !== null) items.set(petId, item);
    }
    return { items, lastSeqs };
  }

  #idempotencyRecordsFor(writes: readonly Write[], atMs: number): Map<string, IdempotencyRecord> {
    const idempotencyRecords = new Map<string, IdempotencyRecord>();
    for (const { idempotency } of writes) {
      if (idempotency === null) continue;
      const row = this.#findRecord.get(idempotency.caller, idempotency.key, atMs - limits.idempotencyRecordMs);
      if (row === undefined) continue;
      const entries = this.#entries.all(row['first_seq'] as bigint, row['last_seq'] as bigint).map(entryFromRow);
      idempotencyRecords.set(idempotencyRecordName(idempotency), {
        fingerprint: row['fingerprint'] as string,
        entries,
      });
    }
    return idempotencyRecords;
  }

  #storeNames(names: BatchDecision['names']): number {
    if (names.size === 0) return 0;
    const revision = Number(this.#namesRevision.get()?.['revision']) + 1;
    let changed = 0;
    for (const [petId, name] of names) changed += Number(this.#putName.run(petId, name, revision).changes);
    return changed;
  }

  #store({ entries, newIdempotencyRecords }: BatchDecision, lastSeqs: Map<PetId, number>, atMs: number): void {
    const lastEntries = new Map<PetId, LedgerEntry>();
    for (const entry of entries) {
      this.#append.run(...newEntryValues(lastSeqs.get(entry.petId) ?? null, entry));
      lastSeqs.set(entry.petId, entry.seq);
      lastEntries.set(entry.petId, entry);
    }
    for (const { petId, after, status, seq } of lastEntries.values()) this.#putItem.run(petId, after, status, seq);
    for (const { caller, key, fingerprint, firstSeq, lastSeq } of newIdempotencyRecords) {
      this.#insertRecord.run(caller, key, fingerprint, firstSeq, lastSeq, atMs);
    }
  }
}
