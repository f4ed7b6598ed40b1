import type { Stoppable } from '../store/report-sums.ts';
import { sql } from '../store/tables.ts';

/**
 * Makes a condition of a slow query one at which the query can be ended. Node has no interrupt for
 * SQLite, so at about every thousandth row the condition calls `stop_point()`, which is JavaScript:
 * it throws an error if the query takes too long, and only there can the thread be terminated.
 *
 * The rows are chosen at random. By a column, such as every thousandth sequence number, there would
 * be none among the rows of some pets. It is one expression, because SQLite reorders those that are
 * joined by "and", and might look at the stop point only for the rows that are wanted.
 */
export const stoppable: Stoppable = (condition) => sql`
  case when random() % 1024 <> 0 or stop_point() is not null then (${condition}) end`;
