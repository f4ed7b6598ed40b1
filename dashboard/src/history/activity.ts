import type { Reason } from '../../../src/domain/ledger-entry.ts';
import { limits } from '../../../src/limits.ts';
import { requireSession } from '../session/session.ts';
import { latestEntry } from '../stock/live-updates.ts';
import { type ActivityFilter, isShown, none, type Span } from './filter.ts';
import { ledgerList } from './history.ts';

/** The most changes that the screen Activity loads. More would make the browser slow. */
export const entriesMax = 50_000;

export const activity = ledgerList<Span>(
  (client, span, before) => client.listInventoryHistory({ limit: limits.pageMax, before, ...span }),
  5,
);

/** Reads the changes that match the filter, page by page. */
export async function* readActivity(span: Span, filter: ActivityFilter, signal: AbortSignal) {
  const { person, reason } = filter;
  const query = {
    ...span,
    limit: limits.pageMax,
    ...(person !== '' && person !== none && { key: person }),
    // The service filters by one reason only. Groups of reasons are filtered here.
    ...(!['', none, 'other'].includes(reason) && { reason: reason as Reason }),
  };
  for await (const { entries } of requireSession().client.historyPages(query, { signal })) {
    yield entries.filter((entry) => isShown(entry, filter));
  }
}

/** Adds a change from the event stream to the activity, unless the span that is shown is over. */
export function addLatestEntry(): void {
  const entry = latestEntry.value;
  const span = activity.state.value?.query;
  if (entry === undefined || span === undefined || span.until !== undefined) return;
  if (entry.at >= span.since) activity.add([entry]);
}

/** Loads the activity again: changes may have been missed while the stock was loaded anew. */
export function reloadActivity(): void {
  const span = activity.state.value?.query;
  if (span !== undefined) activity.open({ ...span });
}
