import type { Row as DriverRow, PendingQuery, RowList } from 'postgres';
import { unreachable } from './failure.ts';

type Query = PendingQuery<DriverRow[]>;
export type Rows = RowList<DriverRow[]>;

/**
 * Sends all queries before it waits for any, so they cost one round trip, and waits for all of them whatever becomes of
 * each. The first failure is the one that counts: those after it only say that the transaction has failed.
 */
export async function together(queries: readonly Query[]): Promise<Rows[]> {
  const settled = await Promise.allSettled(queries);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** A commit that the server turned into a rollback is answered as if all were well. */
export function assertCommitted({ command }: Rows): void {
  if (command !== 'COMMIT') throw unreachable(`the server answered a commit with ${command}`);
}
