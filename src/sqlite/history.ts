import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { entryFromRow } from '../store/rows.ts';
import type { HistoryPage } from '../store/store.ts';
import { entryColumns } from './columns.ts';

const stepsPerTurn = 2_000;

/** Reads a pet's history backwards: every entry names the pet's entry before it. */
export class History {
  readonly #newest;
  readonly #entry;
  readonly #walk;
  readonly #page;
  readonly #before;

  constructor(db: DatabaseSync) {
    this.#newest = db.prepare('select version from item where pet_id = ?');
    this.#entry = db.prepare('select previous from ledger where seq = ? and pet_id = ?');
    this.#walk = db.prepare(
      `with recursive chain (seq, step) as (
         select ?, 0
         union all
         select previous, step + 1 from chain join ledger using (seq) where seq >= ? and step < ${stepsPerTurn}
       )
       select seq from chain order by step desc limit 1`,
    );
    this.#page = db.prepare(
      `with recursive chain (seq, step) as (
         select ?, 1
         union all
         select previous, step + 1 from chain join ledger using (seq) where previous is not null and step < ?
       )
       select ${entryColumns} from chain join ledger using (seq) order by seq desc`,
    );
    this.#before = db.prepare(`select ${entryColumns} from ledger where seq < ? order by seq desc limit ?`);
  }

  /** All pets' entries before `seq`, newest first. */
  readAll(seq: number, limit: number): LedgerEntry[] {
    return this.#before.all(seq, limit).map(entryFromRow);
  }

  /** Newest first. */
  read(petId: PetId, { before, limit }: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]> {
    const newest = numberIn(this.#newest.get(petId), 'version');
    if (before === null || newest === null || newest < before) return this.#pageFrom(newest, limit);
    const entry = this.#entry.get(before, petId);
    // The usual case: `before` is the last entry of the previous page.
    if (entry !== undefined) return this.#pageFrom(numberIn(entry, 'previous'), limit);
    return this.#search(newest, before, limit);
  }

  #pageFrom(seq: number | null, limit: number): LedgerEntry[] {
    return seq === null ? [] : this.#page.all(seq, limit).map(entryFromRow);
  }

  /** Looks for any other place step by step, and lets the event loop turn in between. */
  async #search(newest: number, before: number, limit: number): Promise<LedgerEntry[]> {
    let seq: number | null = newest;
    while (seq !== null && seq >= before) {
      seq = numberIn(this.#walk.get(seq, before), 'seq');
      await nextTurn();
    }
    return this.#pageFrom(seq, limit);
  }
}

function numberIn(row: Record<string, unknown> | undefined, name: string): number | null {
  const value = row?.[name];
  return typeof value === 'bigint' ? Number(value) : null;
}
