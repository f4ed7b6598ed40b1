import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { labelOf, nameOf } from '../stock/details.ts';
import styles from './last-entries.module.css';
import { listOf } from './save-sheet.ts';
import { reasonsOf, type SheetKind } from './sheet.ts';

const shownMax = 5;
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
    <section className={styles.lastEntries} aria-label={t('counter.last', { kind })}>
      <h3>{t('counter.last', { kind })}</h3>
      <ul>
        {last.slice(0, shownMax).map((entries) => {
          const { seq, at = new Date(), note, key } = entries[0] ?? {};
          const names = listOf(entries.map(({ petId }) => nameOf(petId) ?? labelOf(petId)));
          const units = entries.reduce((sum, { delta }) => sum + Math.abs(delta), 0);
          return (
            <li key={seq}>
              <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
              <span>
                {t(note === 'Undo' ? 'counter.linesUndone' : 'counter.lines', { kind, pets: entries.length, units })}
              </span>
              <span className="muted">{t('counter.namesBy', { names, key: key ?? '' })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
