import { type Reason, reasons } from '@pawstock/shared/ledger-entry.ts';
import { quarterMs, sumUnit } from '../domain/report.ts';
import type { ReportSpan } from './store.ts';
import { type Query, type Statement, sql, sqlText } from './tables.ts';

/**
 * The SQL that sums up the ledger for reports, for both engines. It returns pages of rows as JSON
 * text, which is cheap to pass between threads and to keep in memory.
 */

const rowsPerPage = 100;

/**
 * Makes a condition that has the same value for each row, and at some rows also lets the database
 * end the query if it has taken too long. Each loop of a slow query needs such a condition.
 */
export type Stoppable = (condition: Statement) => Statement;

/** A condition for groups that each group meets. It is computed for every row of the group. */
const anyRow = (stoppable: Stoppable) =>
  sql`count(*) filter (where ${stoppable(sqlText('true'))}) > 0`;

/**
 * An SQL `limit` that no table reaches. It makes SQLite compute a subquery's columns once, not at
 * each use.
 */
const computedOnce = sqlText(`limit ${2n ** 63n - 1n}`);

/**
 * Queries compare the reasons of ledger entries by number, which takes half the time of comparing
 * names.
 */
const numberOf = (reason: Reason) => reasons.indexOf(reason);
const reasonNumber = sqlText(`case reason
  ${reasons.map((reason) => `when '${reason}' then ${numberOf(reason)}`).join(' ')}
  else ${numberOf('adjustment')} end`);

/** The condition that a row is of one of these pets. The ids are integers, so they need no escaping. */
const isSelected = (petIds: ReportSpan['petIds']) =>
  sqlText(petIds === null ? 'true' : `pet_id in (${petIds.join(', ')})`);

/**
 * SQL for the stock that a report covers. All of it is the table itself: SQLite finds a pet in a
 * subquery only by reading all its rows, which takes minutes for hundreds of thousands of pets.
 */
const itemsOf = ({ petIds }: ReportSpan) =>
  petIds === null ? sqlText('item') : sql`(select * from item where ${isSelected(petIds)}) as item`;

type ChangesOptions = {
  /** The sequence numbers in which the database looks. */
  readonly seqs: Statement;
  readonly isWanted?: Statement;
  readonly stoppable: Stoppable;
};

/**
 * SQL for the ledger entries since a report's start. Those after its end get no reason, so that no
 * sum counts them. The condition on the sequence numbers alone says which entries are read. All
 * others are one stoppable condition, so that it is computed for each entry that is read.
 */
const changes = (
  { endSeq, petIds }: ReportSpan,
  { seqs, isWanted = sqlText('true'), stoppable }: ChangesOptions,
) => sql`
  select seq, pet_id, at_ms / ${sqlText(`${quarterMs}`)} as quarter,
    case when seq < ${endSeq} then ${reasonNumber} end as reason,
    coalesce(after, 0) - coalesce(before, 0) as delta
  from ledger where ${seqs} and ${stoppable(sql`${isSelected(petIds)} and ${isWanted}`)}
  ${computedOnce}`;

/**
 * SQL that writes the sums as JSON. Each change is split into two 32-bit integers, which PostgreSQL
 * adds fastest.
 */
function sums(of: readonly Reason[]): Statement {
  const part = (operator: '/' | '%', reason: Reason) =>
    `coalesce(sum(cast(delta ${operator} ${sumUnit} as integer)) filter (where reason = ${numberOf(reason)}), 0)`;
  const columns = of.map((reason) => `${part('/', reason)}, ',', ${part('%', reason)}`);
  return sqlText(columns.join(", ',', "));
}

/**
 * Joins the rows of a query into pages. A page is a JSON array of rows in the order of their ids.
 */
const pagesOf = (rows: Statement, stoppable: Stoppable): Query<string> => ({
  ...sql`
    select '[' || string_agg(json, ',' order by id) || ']' as page
    from (
      select id, json, (row_number() over (order by id) - 1) / ${sqlText(`${rowsPerPage}`)} as nth
      from (${rows}) as found
    ) as numbered
    group by nth having ${anyRow(stoppable)} order by nth`,
  fromRow: ({ page }) => String(page),
});

/**
 * The sums of each pet that had stock at the start of a report or changed during it. A pet's first
 * ledger entry since the start tells its quantity at the start. A pet without such an entry had the
 * same quantity as now.
 */
export const petSums = (span: ReportSpan, stoppable: Stoppable) =>
  pagesOf(
    sql`
    select id, concat('{"petId":"', id, '","start":', start, ',"sums":[', sums, ']}') as json
    from (
      select coalesce(changed.pet_id, item.pet_id) as id, changes, sums,
        coalesce(case when first_seq is null then quantity else (select before from ledger where seq = first_seq) end, 0) as start
      from (
        select pet_id, min(seq) as first_seq, count(reason) as changes, concat(${sums(reasons)}) as sums
        from (${changes(span, { seqs: sql`seq >= ${span.firstSeq}`, stoppable })}) as change
        group by pet_id having ${anyRow(stoppable)}
      ) as changed
      full join ${itemsOf(span)} on item.pet_id = changed.pet_id ${computedOnce}
    ) as pet
    where ${stoppable(sqlText('changes > 0 or start > 0'))}`,
    stoppable,
  );

/** The sums of the sales and arrivals in each quarter of an hour that has any. */
export function quarterSums(span: ReportSpan, stoppable: Stoppable): Query<string> {
  const counted = {
    seqs: sql`seq >= ${span.firstSeq} and seq < ${span.endSeq}`,
    isWanted: sqlText("reason in ('sale', 'arrival')"),
    stoppable,
  };
  return pagesOf(
    sql`
    select quarter as id,
      concat('{"quarter":', quarter, ',"sums":[', ${sums(['sale', 'arrival'])}, ']}') as json
    from (${changes(span, counted)}) as change
    group by quarter having ${anyRow(stoppable)}`,
    stoppable,
  );
}
