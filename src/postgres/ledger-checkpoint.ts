import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Select } from '../store/session.ts';
import { entryTable, sql } from '../store/tables.ts';

/**
 * Remembers the last ledger entry that this process knows. A server that has this entry has all entries before it. A
 * server without it has lost entries in a failover or a restore, even if its ledger has the same length again.
 */
export class LedgerCheckpoint {
  #last: LedgerEntry | undefined;
  #isLost = false;

  advance(entries: readonly LedgerEntry[]): void {
    const last = entries.at(-1);
    // After entries were lost, new entries prove nothing about the entries before them.
    if (!this.#isLost && last !== undefined && last.seq > (this.#last?.seq ?? 0)) this.#last = last;
  }

  /** Checks a new connection, which may lead to a server that has lost entries. */
  async check(session: { readonly select: Select }): Promise<void> {
    const last = this.#last;
    if (last === undefined) return;
    const [row] = await session.select({
      ...sql`select pg_is_in_recovery() as standby, ledger.* from head left join ledger on ledger.seq = ${last.seq}`,
      fromRow: (row) => row,
    });
    // A standby server may lack the entry only because it lags behind. The store does not use a standby.
    if (row?.['standby'] !== false) return;
    if (row['seq'] === null || !isDeepStrictEqual(entryTable.fromRow(row), last)) this.#isLost = true;
  }

  /** Called with the ledger's last sequence, which a write has read from the locked head. */
  compare(found: number): void {
    if (found < (this.#last?.seq ?? 0)) this.#isLost = true;
  }

  /** The ledger's last sequence. If entries were lost, a lower one, which makes the service read everything again. */
  effectiveSeq(seq: number): number {
    return this.#isLost ? Math.min(seq, (this.#last?.seq ?? 0) - 1) : seq;
  }

  /** Forgets that entries were lost. Called before reconnecting: each new connection is checked again. */
  clearLost(): void {
    this.#isLost = false;
  }

  /** Called when the process has read the whole inventory again. `last` is the newest ledger entry that it includes. */
  reset(last: LedgerEntry | undefined): void {
    this.#isLost = false;
    this.#last = last;
  }
}
