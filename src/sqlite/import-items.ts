import type { DatabaseSync } from 'node:sqlite';
import { type Command, importOf, importOutcome } from '../domain/write.ts';
import type { ImportOptions, ImportTotals } from '../store/store.ts';
import { inTransaction } from './connection.ts';
import { LedgerWriter } from './ledger-writer.ts';

const rowsPerStep = 1_000;

/** Stores all rows in one transaction. */
export function importItems(db: DatabaseSync, commands: readonly Command[], options: ImportOptions): ImportTotals {
  const ledger = new LedgerWriter(db);
  const totals = { added: 0, replaced: 0, unchanged: 0, names: 0 };
  let done = 0;
  inTransaction(db, () => {
    while (done < commands.length) {
      const writes = commands.slice(done, done + rowsPerStep).map(importOf);
      const { outcomes, names } = ledger.apply(writes, options.atMs);
      for (const outcome of outcomes) totals[importOutcome(outcome)]++;
      totals.names += names;
      done += writes.length;
      options.onProgress(done);
    }
  });
  return totals;
}
