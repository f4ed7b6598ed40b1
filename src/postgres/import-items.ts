import { decideBatch } from '../domain/decide.ts';
import { type Command, importOf, importOutcome } from '../domain/write.ts';
import type { ImportOptions, ImportTotals } from '../store/store.ts';
import { insertStatements, itemsIn, selectItems } from './ledger-writer.ts';
import { begin, type Session, sql } from './session.ts';

const rowsPerStep = 2_000;

/** One transaction, however many rows there are. */
export async function importItems(
  session: Session,
  commands: readonly Command[],
  options: ImportOptions,
): Promise<ImportTotals> {
  const totals = { added: 0, replaced: 0, unchanged: 0, names: 0 };
  let done = 0;
  const [, , head] = await session.pipeline([
    begin,
    sql`set local statement_timeout = 0`,
    sql`select seq from head for update`,
  ]);
  let lastSeq = Number(head?.rows[0]?.['seq']);
  while (done < commands.length) {
    const step = commands.slice(done, done + rowsPerStep);
    const items = itemsIn(await session.query(selectItems(step.map(({ petId }) => petId))));
    const known = { items, idempotencyRecords: new Map(), lastSeq, atMs: options.atMs };
    const decision = decideBatch(step.map(importOf), known);
    const results = await session.pipeline(insertStatements(decision, options.atMs));
    // The last statement stores the names, if there are any.
    if (decision.names.size > 0) totals.names += results.at(-1)?.rowCount ?? 0;
    for (const outcome of decision.outcomes) totals[importOutcome(outcome)]++;
    lastSeq += decision.entries.length;
    done += step.length;
    options.onProgress(done);
  }
  await session.commit();
  return totals;
}
