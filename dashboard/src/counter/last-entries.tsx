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
        {last.slice(0, shownMax).map((entries) => {
          const { seq, at = new Date(), note, key } = entries[0] ?? {};
          const names = entries.slice(0, namesMax).map(({ petId }) => nameOf(petId) ?? `pet\u00a0${petId}`);
          const units = entries.reduce((sum, { delta }) => sum + Math.abs(delta), 0);
          return (
            <li key={seq}>
              <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
              <span>
                {formatCount(entries.length, 'pet')}
                {kind !== 'count' && `, ${formatCount(units, 'unit')}`}
                {note === 'Undo' && ', undone'}
              </span>
              <span className="muted">
                {names.join(', ')}
                {entries.length > namesMax && ` and ${formatNumber(entries.length - namesMax)} more`}, by {key}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
