import { type PointerEvent, useEffect, useState } from 'react';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { isVersionMismatch } from '../api/errors.ts';
import { newIdempotencyKey } from '../api/writes.ts';
import { requireSession, usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { timeZone } from '../state/time-zone.ts';
import { labelOf, titleOf } from '../stock/details.ts';
import { applyWrite, useStockView } from '../stock/store.ts';
import { offerQuantityUndo } from '../stock/undo.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { formatCount, formatDateTime, formatNumber } from '../ui/format.ts';
import { FormDialog, ModalDialog } from '../ui/modal-dialog.tsx';
import { reasonNames } from '../ui/names.ts';
import { QuantityChange, StatusMark } from '../ui/quantity-and-status.tsx';
import { history } from './history.ts';
import styles from './history-drawer.module.css';
import { stepAt, stepChart } from './step-chart.ts';

export function HistoryDrawer() {
  const open = useObservable(history.state);
  const { stock } = useStockView();
  // What could not be loaded is loaded as soon as the service can be reached.
  useEffect(
    () =>
      reconnections.subscribe(() => {
        if (history.state.value?.error !== undefined) void history.loadMore();
      }),
    [],
  );
  if (open === undefined) return undefined;
  const { entries, isLoading, next, error } = open;
  const { petId } = open.query;
  const pet = stock.get(petId);
  return (
    <ModalDialog title={titleOf(petId)} onClose={() => history.close()} shape="drawer">
      {pet !== undefined && (
        <p className={styles.historyCurrent}>
          <strong>{formatNumber(pet.quantity)}</strong> in stock
          <StatusMark status={pet.status} />
        </p>
      )}
      <HistoryChart petId={petId} entries={entries} />
      <h3>Changes</h3>
      <HistoryList entries={entries} />
      <div role="status" className={styles.historyEnd}>
        {isLoading && entries.length === 0 && <p className="muted">Loading…</p>}
        {error !== undefined && <p className="error">{error}</p>}
        {!isLoading && error === undefined && next === undefined && entries.length > 0 && (
          <p className="muted small">No earlier changes.</p>
        )}
      </div>
      {(next !== undefined || error !== undefined) && (
        <Button isPending={isLoading} onPress={() => void history.loadMore()}>
          {isLoading ? 'Loading…' : error === undefined ? 'Load more' : 'Try again'}
        </Button>
      )}
    </ModalDialog>
  );
}

type ChartProps = { readonly petId: bigint; readonly entries: readonly LedgerEntry[] };

function HistoryChart({ petId, entries }: ChartProps) {
  /** Where the pointer is, from 0 at the left to 1 at the right. */
  const [place, setPlace] = useState<number>();
  const chart = stepChart(entries, Date.now());
  const newest = entries[0];
  if (chart === undefined || newest === undefined) return undefined;
  const from = formatDateTime(new Date(chart.fromMs));
  const current = newest.after === null ? 'removed' : formatNumber(newest.after);
  const description =
    `Quantity of ${labelOf(petId)} since ${from}, ${formatCount(entries.length, 'change')}: ` +
    `lowest ${formatNumber(chart.lowest)}, highest ${formatNumber(chart.highest)}, now ${current}.`;
  const pointed = place === undefined ? undefined : stepAt(chart, place);
  const onPoint = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPlace(Math.min(Math.max((event.clientX - left) / width, 0), 1));
  };
  return (
    <figure className={styles.chart}>
      <div className={styles.chartScale} aria-hidden="true">
        {[chart.top, chart.top / 2, 0].map((level) => (
          <span key={level}>{formatNumber(level)}</span>
        ))}
      </div>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={description}
        onPointerDown={onPoint}
        onPointerMove={onPoint}
        onPointerLeave={() => setPlace(undefined)}
      >
        <path className={styles.chartGrid} d="M0 0H100M0 50H100M0 100H100" />
        <path className={styles.chartArea} d={chart.area} />
        <path className={styles.chartLine} d={chart.line} />
        {place !== undefined && <path className={styles.chartPointer} d={`M${100 * place} 0V100`} />}
      </svg>
      <figcaption aria-hidden="true">
        {pointed === undefined ? (
          <>
            <span>{from}</span>
            <span>now</span>
          </>
        ) : (
          <span>
            <strong>{formatNumber(pointed.level)}</strong> since {formatDateTime(new Date(pointed.fromMs))}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

const kindNames: Readonly<Record<LedgerEntry['kind'], string>> = {
  set: 'Set',
  adjust: 'Adjusted',
  put: 'Replaced',
  delete: 'Removed',
  import: 'Imported',
};

function HistoryList({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const { canWrite } = usePermissions();
  /** The entry to which the pet may be put back. */
  const [chosen, setChosen] = useState<LedgerEntry>();
  const [newest] = entries;
  const current = newest?.after ?? null;
  return (
    <ol className={styles.historyList}>
      {entries.map((entry, index) => (
        <li key={entry.seq}>
          <div className={styles.historyLine}>
            <QuantityChange before={entry.before} after={entry.after} />
            <time className="muted small" dateTime={entry.at.toISOString()}>
              {formatDateTime(entry.at)}
            </time>
          </div>
          <div className={`${styles.historyLine} small`}>
            <span className="muted">
              {entry.before === null && entry.kind !== 'import' ? 'Added' : kindNames[entry.kind]}
              {entry.key !== null && ` by ${entry.key}`}
              {entry.reason !== null && `, ${reasonNames[entry.reason].toLowerCase()}`}
            </span>
            {entry.status !== entries[index + 1]?.status && <StatusMark status={entry.status} />}
          </div>
          {entry.note !== null && <p className={styles.historyNote}>{entry.note}</p>}
          {canWrite && current !== null && entry.after !== null && current !== entry.after && (
            <LinkButton
              className="small"
              aria-label={`Put back to ${formatNumber(entry.after)}, as it was ${formatDateTime(entry.at)}`}
              onPress={() => setChosen(entry)}
            >
              Put back to {formatNumber(entry.after)}
            </LinkButton>
          )}
        </li>
      ))}
      {newest !== undefined && chosen !== undefined && chosen.after !== null && (
        <PutBackDialog quantity={chosen.after} at={chosen.at} newest={newest} onClose={() => setChosen(undefined)} />
      )}
    </ol>
  );
}

/** "16 Nov 09:30" in the shop's time zone. */
function momentOf(at: Date): string {
  const time = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...time, timeZone: timeZone() });
  return format.format(at).replace(',', '');
}

type PutBackProps = {
  /** The quantity to restore, and when the pet had it. */
  readonly quantity: number;
  readonly at: Date;
  /** The newest entry of the pet: it has the current quantity and version. */
  readonly newest: LedgerEntry;
  readonly onClose: () => void;
};

/**
 * Asks before it sets the quantity to what it was after an earlier change. It is saved only if the pet is still as shown
 * here; otherwise the question is asked again with the new quantity.
 */
function PutBackDialog({ quantity, at, newest, onClose }: PutBackProps) {
  /** The newest change that the user has seen. */
  const [seen, setSeen] = useState(newest);
  const [id] = useState(newIdempotencyKey);
  const { petId, after: current, seq } = newest;
  const hasChanged = seq !== seen.seq;
  const isPossible = current !== null && current !== quantity;
  const save = async () => {
    setSeen(newest);
    const before = current ?? 0;
    const update = { quantity, reason: 'adjustment', note: `put back to ${quantity} of ${momentOf(at)}` } as const;
    // Each version has one key, so that repeating a request is safe.
    const options = { version: seq, idempotencyKey: `${id}-${seq}` };
    const write = requireSession().client.updateInventory(petId, update, options);
    const { item, version } = await write.catch(async (error: unknown) => {
      // Shows the change that came between, unless the event stream has done so already.
      if (isVersionMismatch(error)) await history.refresh();
      throw error;
    });
    applyWrite(item, version);
    offerQuantityUndo({ item, before, reversal: { quantity: before, version }, reason: update.reason });
    return '';
  };
  return (
    <FormDialog
      title={`Put back to ${formatNumber(quantity)}?`}
      onClose={onClose}
      submit={[hasChanged ? 'Put back anyway' : 'Put back', 'Saving…']}
      onSubmit={isPossible ? save : undefined}
    >
      <div role="status">
        {hasChanged && (
          <p className={styles.conflictNote}>
            Changed meanwhile by {newest.key ?? 'an import'}: <QuantityChange before={seen.after} after={current} />
          </p>
        )}
        {isPossible && <QuantityChange before={current} after={quantity} />}
        {current === null && 'The pet has been removed.'}
        {current === quantity && `It is at ${formatNumber(quantity)} already.`}
      </div>
    </FormDialog>
  );
}
