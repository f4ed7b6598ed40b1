import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { nameOf } from '../stock/details.ts';
import { formatCount, formatMoment, formatNumber } from '../ui/format.ts';
import styles from './last-entries.module.css';
import { reasonsOf, type SheetKind, words } from './sheet.ts';

const shownMax = 5;
const namesMax = 3;
/** Enough for a few lists of the usual length. */
const entriesMax = 100;

/** The last sales, deliveries or counts of all users, each with what one request has stored. */
export function LastEntries({ kind }: { readonly kind: SheetKind }) {
  const [reason] = reasonsOf[kind];
  const { data } = useLoaded(
    (client, signal) => client.listInventoryHistory({ reason, limit: entriesMax }, { signal }),
    [reason],
    { isRefreshed: true },
  );
  const last = [...Map.groupBy(data?.entries ?? [], ({ requestId, seq }) => requestId ?? seq).values()];
  if (last.length === 0) return undefined;
  return (
    <section className={styles.lastEntries} aria-label={`Last ${words[kind].many}`}>
      <h3>Last {words[kind].many}</h3>
      <ul>
        {last.slice(0, shownMax).map((entries) => (
          <LastEntry key={entries[0]?.seq} kind={kind} entries={entries} />
        ))}
      </ul>
    </section>
  );
}

function LastEntry({ kind, entries }: { readonly kind: SheetKind; readonly entries: readonly LedgerEntry[] }) {
  const [first] = entries;
  if (first === undefined) return undefined;
  const units = entries.reduce((sum, { delta }) => sum + Math.abs(delta), 0);
  const pets = entries.slice(0, namesMax).map(({ petId }) => nameOf(petId) ?? `pet\u00a0${petId}`);
  const more = entries.length - pets.length;
  return (
    <li>
      <time dateTime={first.at}>{formatMoment(first.at)}</time>
      <span>
        {formatCount(entries.length, 'pet')}
        {kind !== 'count' && `, ${formatCount(units, 'unit')}`}
        {first.note === 'Undo' && ', undone'}
      </span>
      <span className="muted">
        {pets.join(', ')}
        {more > 0 && ` and ${formatNumber(more)} more`}
        {first.key !== null && `, by ${first.key}`}
      </span>
    </li>
  );
}
