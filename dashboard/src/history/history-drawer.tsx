import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { type PointerEvent, useEffect, useState } from 'react';
import { hasCode } from '../api/describe-error.ts';
import { newIdempotencyKey } from '../api/writes.ts';
import { t } from '../messages/all.ts';
import { formatDateTime, formatNumber, withoutMarks } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { requireSession, usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { labelOf, titleOf } from '../stock/details.ts';
import { applyWrite, useStockView } from '../stock/store.ts';
import { offerQuantityUndo } from '../stock/undo.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { FormDialog, ModalDialog } from '../ui/modal-dialog.tsx';
import { QuantityChange, StatusMark } from '../ui/quantity-and-status.tsx';
import { noteOf } from './filter.ts';
import { petHistory } from './history.ts';
import styles from './history-drawer.module.css';
import { stepAt, stepChart } from './step-chart.ts';

/**
 * When the service can be reached again, repeats the last attempt to load ledger entries, if that
 * attempt failed.
 */
function retry(): void {
  if (petHistory.state.value?.error !== undefined) void petHistory.loadMore();
}

export function HistoryDrawer() {
  const open = useObservable(petHistory.state);
  const { stock } = useStockView();
  useEffect(() => reconnections.subscribe(retry), []);
  if (open === undefined) return undefined;
  const { entries, isLoading, next, error } = open;
  const { petId } = open.query;
  const pet = stock.get(petId);
  return (
    <ModalDialog title={titleOf(petId)} onClose={petHistory.close} shape="drawer">
      {pet !== undefined && (
        <p className={styles.historyCurrent}>
          {withTags(t('history.inStock', { quantity: pet.quantity }))}
          <StatusMark status={pet.status} />
        </p>
      )}
      <HistoryChart entries={entries} />
      <h3>{t('history.changes')}</h3>
      <HistoryList entries={entries} />
      <div role="status" className={styles.historyEnd}>
        {isLoading && entries.length === 0 && <p className="muted">{t('ui.loading')}</p>}
        {error !== undefined && <p className="error">{error}</p>}
        {!isLoading && error === undefined && next === undefined && entries.length > 0 && (
          <FocusRegion className="muted small">{t('history.noEarlier')}</FocusRegion>
        )}
      </div>
      {(next !== undefined || error !== undefined) && (
        <Button isPending={isLoading} onPress={petHistory.loadMore}>
          {t(
            isLoading ? 'ui.loading' : error === undefined ? 'history.loadMore' : 'stock.tryAgain',
          )}
        </Button>
      )}
    </ModalDialog>
  );
}

function HistoryChart({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  /** The place on the chart that the user points at, from 0 at the left to 1 at the right. */
  const [place, setPlace] = useState<number>();
  const chart = stepChart(entries, Date.now());
  const newest = entries[0];
  if (chart === undefined || newest === undefined) return undefined;
  const from = formatDateTime(new Date(chart.fromMs));
  const shown = {
    ...chart,
    pet: labelOf(newest.petId),
    from,
    count: entries.length,
    now: newest.after ?? 0,
  };
  const description = t(newest.after === null ? 'history.chartRemoved' : 'history.chart', shown);
  const pointed = place === undefined ? undefined : stepAt(chart, place);
  const since =
    pointed &&
    t('history.levelSince', { ...pointed, time: formatDateTime(new Date(pointed.fromMs)) });
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
        {place !== undefined && (
          <path className={styles.chartPointer} d={`M${100 * place} 0V100`} />
        )}
      </svg>
      <figcaption aria-hidden="true">
        <span>{since === undefined ? from : withTags(since)}</span>
        {since === undefined && <span>{t('history.now')}</span>}
      </figcaption>
    </figure>
  );
}

function HistoryList({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const { canWrite } = usePermissions();
  /** The change in the history whose quantity the user may restore. */
  const [chosen, setChosen] = useState<LedgerEntry>();
  const [newest] = entries;
  const current = newest?.after ?? null;
  return (
    <ol className={styles.historyList}>
      {entries.map((entry, index) => (
        <li key={entry.seq}>
          <div className={styles.historyLine}>
            <QuantityChange
              className={styles.historyChange}
              before={entry.before}
              after={entry.after}
            />
            <time className="muted small" dateTime={entry.at.toISOString()}>
              {formatDateTime(entry.at)}
            </time>
          </div>
          <div className={`${styles.historyLine} small`}>
            <span className="muted">{describeEntry(entry)}</span>
            {entry.status !== entries[index + 1]?.status && <StatusMark status={entry.status} />}
          </div>
          {entry.note !== null && (
            <p className={styles.historyNote} dir="auto">
              {noteOf(entry)}
            </p>
          )}
          {canWrite && current !== null && entry.after !== null && current !== entry.after && (
            <LinkButton
              className="small"
              aria-label={t('history.putBackToOf', {
                quantity: entry.after,
                time: formatDateTime(entry.at),
              })}
              onPress={() => setChosen(entry)}
            >
              {t('history.putBackTo', { quantity: entry.after })}
            </LinkButton>
          )}
        </li>
      ))}
      {newest !== undefined && chosen !== undefined && chosen.after !== null && (
        <PutBackDialog
          quantity={chosen.after}
          at={chosen.at}
          newest={newest}
          onClose={() => setChosen(undefined)}
        />
      )}
    </ol>
  );
}

/** Describes a change, such as "Set by admin, damage". */
function describeEntry({ kind, key, reason, before }: LedgerEntry): string {
  const how = before === null && kind !== 'import' ? 'added' : kind;
  const what =
    key === null ? t('history.what', { kind: how }) : t('history.whatBy', { kind: how, key });
  return reason === null
    ? what
    : t('history.whatFor', { what, reason: t('history.reasonInside', { reason }) });
}

type PutBackProps = {
  /** The earlier quantity to restore. */
  readonly quantity: number;
  readonly at: Date;
  /** The pet's newest ledger entry, which has its current quantity and version. */
  readonly newest: LedgerEntry;
  readonly onClose: () => void;
};

/**
 * Asks whether to restore an earlier quantity of the pet. If another user changes the pet
 * meanwhile, the question is asked again with the new quantity.
 */
function PutBackDialog({ quantity, at, newest, onClose }: PutBackProps) {
  /**
   * The newest change of the pet when the dialog opened, or when the user last pressed its button.
   */
  const [seen, setSeen] = useState(newest);
  const [id] = useState(newIdempotencyKey);
  const { petId, after: current, seq } = newest;
  const hasChanged = seq !== seen.seq;
  const isPossible = current !== null && current !== quantity;
  const save = async () => {
    setSeen(newest);
    const before = current ?? 0;
    const note = withoutMarks(t('history.putBackNote', { quantity, time: formatDateTime(at) }));
    const update = { quantity, reason: 'adjustment', note } as const;
    // The Idempotency-Key contains the pet's version: pressing the button twice at one version
    // restores only once.
    const options = { version: seq, idempotencyKey: `${id}-${seq}` };
    const write = requireSession().client.updateInventory(petId, update, options);
    const { item, version } = await write.catch(async (error: unknown) => {
      // Another user has changed the pet. The dialog shows that change even if no event about it
      // has arrived yet.
      if (hasCode(error, 'version_mismatch')) await petHistory.refresh();
      throw error;
    });
    applyWrite(item, version);
    offerQuantityUndo({ item, before, version, reason: update.reason });
  };
  return (
    <FormDialog
      title={t('history.putBackQuestion', { quantity })}
      onClose={onClose}
      submit={[t(hasChanged ? 'history.putBackAnyway' : 'history.putBack'), t('ui.saving')]}
      onSubmit={isPossible ? save : undefined}
    >
      <div role="status">
        {hasChanged && (
          <p className={styles.conflictNote}>
            {withTags(
              newest.key === null
                ? t('history.importedMeanwhile')
                : t('history.changedMeanwhile', { key: newest.key }),
              { change: () => <QuantityChange before={seen.after} after={current} /> },
            )}
          </p>
        )}
        {isPossible && <QuantityChange before={current} after={quantity} />}
        {current === null && t('history.petRemoved')}
        {current === quantity && t('history.isAlready', { quantity })}
      </div>
    </FormDialog>
  );
}
