import { decideBatch } from '../domain/decide-batch.ts';
import { importOf } from '../domain/import.ts';
import type { Command } from '../domain/write.ts';
import type { ImportOptions, ImportTotals } from '../store/store.ts';
import type { ReservedSql } from './connection.ts';
import { itemsIn, selectItems, storing } from './ledger-writer.ts';
import { assertCommitted, together } from './transaction.ts';

const rowsPerStep = 2_000;

/** One transaction however many rows there are; a dry run does all of it and takes it back. */
export async function importItems(
  sql: ReservedSql,
  commands: readonly Command[],
  options: ImportOptions,
): Promise<ImportTotals> {
  let added = 0;
  let done = 0;
  const [, , head] = await together([
    sql`begin isolation level read committed`,
    sql`set local statement_timeout = 0`,
    sql`select seq from head for update`,
  ]);
  const firstSeq = Number(head?.[0]?.['seq']);
  while (done < commands.length) {
    const step = commands.slice(done, done + rowsPerStep);
    const items = itemsIn(
      await selectItems(
        sql,
        step.map(({ petId }) => petId),
      ),
    );
    const known = { items, remembered: new Map(), lastSeq: firstSeq + done, atMs: options.atMs };
    await together(storing(sql, decideBatch(step.map(importOf), known)));
    added += step.length - items.size;
    done += step.length;
    options.onProgress(done);
  }
  if (options.dryRun) await sql`rollback`;
  else assertCommitted(await sql`commit`);
  return { added, replaced: done - added };
}
