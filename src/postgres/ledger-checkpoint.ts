import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Select } from '../store/session.ts';
import { entryTable, sql } from '../store/tables.ts';
import { unavailable } from './errors.ts';

/**
 * Remembers the last ledger entry that this process knows. A server that has this entry has all
 * earlier entries. A server without this entry has lost entries in a failover or a restore, even if
 * its ledger has the same length again.
 */
export class LedgerCheckpoint {
  #last: LedgerEntry | undefined;
  /**
   * Whether a server lacked entries that this process knows. That stays true until all stock has
   * been read again.
   */
  isLost = false;

  advance(entries: readonly LedgerEntry[]): void {
    const last = entries.at(-1);
    // Once the server has lost ledger entries, a new entry does not prove that the earlier entries
    // are there.
    if (!this.isLost && last !== undefined && last.seq > (this.#last?.seq ?? 0)) this.#last = last;
  }

  /** Checks a new connection, which may lead to a server that has lost ledger entries. */
  async check(session: { readonly select: Select }): Promise<void> {
    const last = this.#last;
    if (last === undefined) return;
    const [row] = await session.select({
      ...sql`select pg_is_in_recovery() as standby, ledger.* from head left join ledger on ledger.seq = ${last.seq}`,
      fromRow: (row) => row,
    });
    // A standby may lack the entry only because it lags behind. Once promoted, it must be checked
    // with a new connection.
    if (row?.['standby'] !== false) throw unavailable('the server is a standby');
    if (row['seq'] === null || !isDeepStrictEqual(entryTable.fromRow(row), last))
      this.isLost = true;
  }

  /**
   * Notices a loss of ledger entries: the ledger's last sequence number, `found`, is lower than the
   * remembered one.
   */
  compare(found: number): void {
    if (found < (this.#last?.seq ?? 0)) this.isLost = true;
  }

  /** Called when the process has read the whole inventory, up to the ledger entry `last`. */
  reset(last: LedgerEntry | undefined): void {
    this.isLost = false;
    this.#last = last;
  }
}
