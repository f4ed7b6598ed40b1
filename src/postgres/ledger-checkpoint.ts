import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Select } from '../store/session.ts';
import { entryTable, sql } from '../store/tables.ts';

/**
 * The last ledger entry that this process knows. A server that has it has all entries before it, too. If it does not,
 * a failover or a restore has lost what was known, even if the ledger has grown to the same length again.
 */
export class LedgerCheckpoint {
  #last: LedgerEntry | undefined;
  #isLost = false;

  advance(entries: readonly LedgerEntry[]): void {
    const last = entries.at(-1);
    // What follows on another ledger proves nothing about the entries before.
    if (!this.#isLost && last !== undefined && last.seq > (this.#last?.seq ?? 0)) this.#last = last;
  }

  /** For each new connection: it may lead to another server. */
  async check(session: { readonly select: Select }): Promise<void> {
    const last = this.#last;
    if (last === undefined) return;
    const [row] = await session.select({
      ...sql`select pg_is_in_recovery() as standby, ledger.* from head left join ledger on ledger.seq = ${last.seq}`,
      fromRow: (row) => row,
    });
    // A standby may lag behind, and is not used anyway.
    if (row?.['standby'] !== false) return;
    if (row['seq'] === null || !isDeepStrictEqual(entryTable.fromRow(row), last)) this.#isLost = true;
  }

  /** Called with the head that a write has found under the lock. */
  compare(found: number): void {
    if (found < (this.#last?.seq ?? 0)) this.#isLost = true;
  }

  /** The sequence of the head; one before the last known entry where that is lost, so that the service starts over. */
  effectiveSeq(seq: number): number {
    return this.#isLost ? Math.min(seq, (this.#last?.seq ?? 0) - 1) : seq;
  }

  /** Called before reconnecting: each new connection is checked again. */
  clearLost(): void {
    this.#isLost = false;
  }

  /** Called when all items are read again, as of that entry. */
  reset(last: LedgerEntry | undefined): void {
    this.#isLost = false;
    this.#last = last;
  }
}
