import { setImmediate as nextTurn } from 'node:timers/promises';
import { reasons } from '../domain/ledger-entry.ts';
import { idHalf, type LedgerSums, lowerPart, petNumbers, quarterMs, quarterNumbers } from '../domain/report.ts';
import type { LedgerRange } from '../store/store.ts';
import type { Query } from '../store/tables.ts';
import type { Session } from './session.ts';

/** The two parts of a sum, which are exact as the server's floating-point numbers, too. */
const parts = (reason: string) =>
  [`delta >> ${Math.log2(lowerPart)}`, `delta & ${lowerPart - 1}`]
    .map((part) => `coalesce(sum((${part})::float8) filter (where reason = '${reason}'), 0)`)
    .join();

/** Changes after the span count as none. The first entry of each pet tells what it had before. */
const petSums = `
  select (pet_id >> 32)::float8, (pet_id & ${idHalf - 1})::float8,
    (select coalesce(before, 0)::float8 from ledger as first where first.seq = min(change.seq)),
    (count(*) filter (where seq < $3))::float8, ${reasons.map(parts)}
  from (
    select pet_id, seq, coalesce(reason, 'adjustment') as reason,
      case when seq < $3 then coalesce(after, 0) - coalesce(before, 0) else 0 end as delta
    from ledger where seq >= $1 and seq < $2
  ) as change group by pet_id order by pet_id`;

const quarterSums = `
  select (at_ms / ${quarterMs})::float8, ${parts('sale')}, ${parts('arrival')}
  from (select at_ms, reason, coalesce(after, 0) - coalesce(before, 0) as delta from ledger where seq >= $1 and seq < $2) as change
  where reason in ('sale', 'arrival') group by 1 order by 1`;

export async function sumLedger(session: Session, range: LedgerRange): Promise<LedgerSums> {
  const { firstSeq, endSeq, lastSeq, withQuarters } = range;
  const pets = await session.select(numbers(petSums, [firstSeq, lastSeq + 1, endSeq]));
  const quarters = withQuarters ? await session.select(numbers(quarterSums, [firstSeq, endSeq])) : [];
  return { pets: await joined(pets, petNumbers), quarters: await joined(quarters, quarterNumbers) };
}

const numbers = (text: string, values: number[]): Query<number[]> => ({
  text,
  values,
  areArrays: true,
  fromRow: (row) => row as unknown as number[],
});

/** Other requests wait for as long as these take. */
const rowsPerTurn = 2_000;

async function joined(rows: readonly number[][], width: number): Promise<Float64Array<ArrayBuffer>> {
  const all = new Float64Array(width * rows.length);
  for (const [index, row] of rows.entries()) {
    all.set(row, width * index);
    if (index % rowsPerTurn === 0) await nextTurn();
  }
  return all;
}
