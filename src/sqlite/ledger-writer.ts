import type { DatabaseSync } from 'node:sqlite';
import { decide } from '../domain/decide.ts';
import { itemAfter, type LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Outcome, Remembered, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import { entryColumns, entryOf, entryValues, itemColumns, itemOf } from './rows.ts';

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

  apply(writes: readonly Write[], atMs: number): Outcome[] {
    let nextSeq = Number(this.#lastSeq.get()?.['seq']) + 1;
    return writes.map((write) => {
      const outcome = decide(write, {
        item: this.#itemOf,
        remembered: this.#rememberedFor(write, atMs),
        nextSeq,
        atMs,
      });
      if (outcome.result === 'applied') {
        outcome.entries.forEach(this.#store);
        nextSeq += outcome.entries.length;
        this.#rememberAnswer(write, outcome.entries, atMs);
      }
      return outcome;
    });
  }

  readonly #itemOf = (petId: PetId) => {
    const row = this.#item.get(petId);
    return row === undefined ? undefined : itemOf(row);
  };

  readonly #store = (entry: LedgerEntry): void => {
    this.#append.run(...entryValues(entry));
    const item = itemAfter(entry);
    if (item === undefined) this.#removeItem.run(entry.petId);
    else this.#putItem.run(item.petId, item.quantity, item.status, item.version);
  };

  #rememberedFor({ idempotency }: Write, nowMs: number): Remembered | undefined {
    if (idempotency === null) return undefined;
    const row = this.#recall.get(idempotency.caller, idempotency.key, nowMs - limits.idempotencyKeptMs);
    if (row === undefined) return undefined;
    const entries = this.#entries.all(row['first_seq'] as bigint, row['last_seq'] as bigint).map(entryOf);
    return { fingerprint: row['fingerprint'] as string, entries };
  }

  #rememberAnswer({ idempotency }: Write, entries: readonly LedgerEntry[], atMs: number): void {
    const first = entries[0];
    const last = entries.at(-1);
    if (idempotency === null || first === undefined || last === undefined) return;
    this.#remember.run(idempotency.caller, idempotency.key, idempotency.fingerprint, first.seq, last.seq, atMs);
  }
}
