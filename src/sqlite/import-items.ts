import type { DatabaseSync } from 'node:sqlite';
import { importOf, importOutcome } from '../domain/import.ts';
import type { Command } from '../domain/write.ts';
import type { ImportOptions, ImportTotals } from '../store/store.ts';
import { inTransaction } from './connection.ts';
import { LedgerWriter } from './ledger-writer.ts';

const rowsPerStep = 1_000;

/** Stores all rows in one transaction. */
export function importItems(db: DatabaseSync, commands: readonly Command[], options: ImportOptions): ImportTotals {
  const ledger = new LedgerWriter(db);
  const totals = { added: 0, replaced: 0, unchanged: 0 };
  let done = 0;
  inTransaction(db, () => {
    while (done < commands.length) {
      const writes = commands.slice(done, done + rowsPerStep).map(importOf);
      for (const outcome of ledger.apply(writes, options.atMs)) totals[importOutcome(outcome)]++;
      done += writes.length;
      options.onProgress(done);
    }
  });
  return totals;
}
