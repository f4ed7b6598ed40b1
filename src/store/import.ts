import { type Command, importOutcome, importWrite, type Outcome, type Write } from '../domain/write.ts';
import type { ImportOptions, ImportTotals } from './store.ts';

const rowsPerStep = 2_000;

type Applied = { readonly outcomes: readonly Outcome[]; readonly details: number };

/** Stores the rows of an import step by step, within the caller's transaction. */
export async function importInSteps(
  commands: readonly Command[],
  { onProgress }: ImportOptions,
  apply: (writes: readonly Write[]) => Applied | Promise<Applied>,
): Promise<ImportTotals> {
  const totals = { added: 0, replaced: 0, unchanged: 0, details: 0 };
  for (let done = 0; done < commands.length; ) {
    const writes = commands.slice(done, done + rowsPerStep).map(importWrite);
    const { outcomes, details } = await apply(writes);
    for (const outcome of outcomes) totals[importOutcome(outcome)]++;
    totals.details += details;
    done += writes.length;
    onProgress(done);
  }
  return totals;
}
