import { type Reason, reasons } from '../domain/ledger-entry.ts';
import { quarterMs, sumUnit } from '../domain/report.ts';
import type { LedgerSpan } from './store.ts';
import type { Query } from './tables.ts';

/**
 * The statements that sum the ledger, for both engines. They return pages of rows as JSON text: text costs little to pass
 * from one thread to another and to keep, however many pets there are.
 */

const rowsPerPage = 100;

/**
 * The changes that are summed. Changes after the span get no reason, since they count in no column. SQLite can end the
 * query at `stopPoint`. No ledger reaches the limit: it makes SQLite compute these columns once instead of for every sum.
 */
const changes = (condition: string, stopPoint: string) => `
  select seq, pet_id, at_ms / ${quarterMs} as quarter, case when seq < $2 then coalesce(reason, 'adjustment') end as reason,
    coalesce(after, 0) - coalesce(before, 0) as delta
  from ledger where ${condition} and (seq % 1000 > 0 or ${stopPoint})
  limit ${2n ** 63n - 1n}`;

/** Members of a JSON object. Each sum is two parts of 32 bits, which PostgreSQL sums as plain integers. */
function sums(of: readonly Reason[]): string {
  const part = (operator: '/' | '%', reason: Reason) =>
    `coalesce(sum(cast(delta ${operator} ${sumUnit} as integer)) filter (where reason = '${reason}'), 0)`;
  return of
    .map((reason) => `',"${reason}":[' || ${part('/', reason)} || ',' || ${part('%', reason)} || ']'`)
    .join(' || ');
}

/** Joins rows, each with an `id` and its JSON, into JSON arrays in the order of their ids. */
const pagesOf = (rows: string, { firstSeq, endSeq }: LedgerSpan): Query<string> => ({
  text: `
    select '[' || string_agg(json, ',' order by id) || ']' as page
    from (select id, json, (row_number() over (order by id) - 1) / ${rowsPerPage} as nth from (${rows}) as found) as numbered
    group by nth order by nth`,
  values: [firstSeq, endSeq],
  fromRow: ({ page }) => String(page),
});

/**
 * The sums of all pets with stock or changes in the span. The first entry of a pet since the start tells its quantity at
 * the start. A pet without such an entry had the same quantity as now.
 */
export const petSums = (span: LedgerSpan, stopPoint: string) =>
  pagesOf(
    `select id, '{"petId":"' || id || '","start":' || start || coalesce(sums, '') || '}' as json
    from (
      select coalesce(changed.pet_id, item.pet_id) as id, changes, sums,
        coalesce(case when first_seq is null then quantity else (select before from ledger where seq = first_seq) end, 0) as start
      from (
        select pet_id, min(seq) as first_seq, count(reason) as changes, ${sums(reasons)} as sums
        from (${changes('seq >= $1', stopPoint)}) as change group by pet_id having ${stopPoint}
      ) as changed
      full join item on item.pet_id = changed.pet_id
    ) as pet
    where changes > 0 or start > 0`,
    span,
  );

/** The sums of all quarters of an hour with sales or arrivals. */
export const quarterSums = (span: LedgerSpan, stopPoint: string) =>
  pagesOf(
    `select quarter as id, '{"quarter":' || quarter || ${sums(['sale', 'arrival'])} || '}' as json
    from (${changes('seq >= $1 and seq < $2', stopPoint)}) as change
    group by quarter having count(*) filter (where reason in ('sale', 'arrival')) > 0`,
    span,
  );
