import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Select } from '../store/session.ts';
import { entryTable, sql } from '../store/tables.ts';

/**
 * The last ledger entry that this process knows. A server that has this entry has all entries before it, too. On a server
 * without it a failover or a restore has lost entries, even if the ledger has grown to the same length again.
 */
export class LedgerCheckpoint {
  #last: LedgerEntry | undefined;
  #isLost = false;

  advance(entries: readonly LedgerEntry[]): void {
    const last = entries.at(-1);
    // After a loss, new entries prove nothing about the entries before them.
    if (!this.#isLost && last !== undefined && last.seq > (this.#last?.seq ?? 0)) this.#last = last;
  }

  /** Called for each new connection, which may lead to another server. */
  async check(session: { readonly select: Select }): Promise<void> {
    const last = this.#last;
    if (last === undefined) return;
    const [row] = await session.select({
      ...sql`select pg_is_in_recovery() as standby, ledger.* from head left join ledger on ledger.seq = ${last.seq}`,
      fromRow: (row) => row,
    });
    // A standby may lag behind, and is not used.
    if (row?.['standby'] !== false) return;
    if (row['seq'] === null || !isDeepStrictEqual(entryTable.fromRow(row), last)) this.#isLost = true;
  }

  /** Called with the sequence that a write has found in the locked head. */
  compare(found: number): void {
    if (found < (this.#last?.seq ?? 0)) this.#isLost = true;
  }

  /** The sequence of the head. If the known entry is lost, it is one before that entry, which makes the service start over. */
  effectiveSeq(seq: number): number {
    return this.#isLost ? Math.min(seq, (this.#last?.seq ?? 0) - 1) : seq;
  }

  /** Called before reconnecting, which checks each new connection again. */
  clearLost(): void {
    this.#isLost = false;
  }

  /** Called when the process has read all items again. `last` is the newest ledger entry that they include. */
  reset(last: LedgerEntry | undefined): void {
    this.#isLost = false;
    this.#last = last;
  }
}
