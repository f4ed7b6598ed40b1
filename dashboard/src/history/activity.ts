import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import { limits } from '@pawstock/shared/limits.ts';
import { requireSession } from '../session/session.ts';
import { latestEntries } from '../stock/live-updates.ts';
import { type ActivityFilter, isShown, none, type Span } from './filter.ts';
import { ledgerList } from './history.ts';

/** The most changes that the screen Activity loads. More would make the browser slow. */
export const entriesMax = 50_000;

export const activity = ledgerList<Span>(
  (client, span, before) => client.listInventoryHistory({ limit: limits.pageMax, before, ...span }),
  5,
);

/** Reads the changes that match the filter from the service, one page of results at a time. */
export async function* readActivity(span: Span, filter: ActivityFilter, signal: AbortSignal) {
  const { person, reason } = filter;
  const query = {
    ...span,
    limit: limits.pageMax,
    ...(person !== '' && person !== none && { key: person }),
    // The service can filter by a single reason only, so "all other reasons" and "no reason" are
    // filtered here.
    ...(!['', none, 'other'].includes(reason) && { reason: reason as Reason }),
  };
  for await (const { entries } of requireSession().client.historyPages(query, { signal })) {
    yield entries.filter((entry) => isShown(entry, filter));
  }
}

/** Adds new changes to the list of the screen Activity, unless the shown days are over. */
export function addLatestEntries(): void {
  const span = activity.state.value?.query;
  if (span === undefined || span.until !== undefined) return;
  const entries = latestEntries.value.filter(({ at }) => at >= span.since);
  if (entries.length > 0) activity.add(entries);
}

/**
 * Loads the list of the screen Activity again, because it may lack changes after an interruption.
 */
export function reloadActivity(): void {
  const span = activity.state.value?.query;
  if (span !== undefined) activity.open({ ...span });
}
