import type { DatabaseSync } from 'node:sqlite';
import { importOf } from '../domain/import.ts';
import type { Command } from '../domain/write.ts';
import type { ImportOptions, ImportTotals } from '../store/store.ts';
import { inTransaction } from './connection.ts';
import { LedgerWriter } from './ledger-writer.ts';

const rowsPerStep = 1_000;

/** One transaction however many rows there are; a dry run does all of it and takes it back. */
export function importItems(db: DatabaseSync, commands: readonly Command[], options: ImportOptions): ImportTotals {
  const ledger = new LedgerWriter(db);
  let added = 0;
  let done = 0;
  try {
    inTransaction(db, () => {
      while (done < commands.length) {
        const writes = commands.slice(done, done + rowsPerStep).map(importOf);
        for (const outcome of ledger.apply(writes, options.atMs)) {
          if (outcome.result !== 'applied') throw new Error('an import cannot be refused');
          for (const entry of outcome.entries) if (entry.before === null) added++;
        }
        done += writes.length;
        options.onProgress(done);
      }
      if (options.dryRun) throw new DryRunEnded();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw error;
  }
  return { added, replaced: done - added };
}

class DryRunEnded extends Error {}
