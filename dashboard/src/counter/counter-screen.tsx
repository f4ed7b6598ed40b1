import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../messages/all.ts';
import { formatDateTime, formatMoment } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { requireSession, usePermissions } from '../session/session.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { labelOf, nameOf } from '../stock/details.ts';
import { connection } from '../stock/live-updates.ts';
import { loadReserved, reserved } from '../stock/reserved.ts';
import { useStockView } from '../stock/store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { focusCommand, useCommandFocus } from '../ui/command-focus.ts';
import { Message } from '../ui/message.tsx';
import { reasonNames } from '../ui/names.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { playTone } from '../ui/sound.ts';
import { TextInput } from '../ui/text-input.tsx';
import { CommandField } from './command-field.tsx';
import { takeRest } from './command-field-state.ts';
import styles from './counter-screen.module.css';
import { describeLines } from './describe-lines.ts';
import { CountSheet, GuidePanel } from './guide-panel.tsx';
import { QuickPets } from './quick-pets.tsx';
import { isTooOld, listOf, saveSheet, unlock } from './save-sheet.ts';
import { isBlank, newSheet, noteMax, reasonsOf, type Sheet, type SheetKind } from './sheet.ts';
import { SheetLines } from './sheet-lines.tsx';
import { countProblems, editSheet, sheets, whyLocked } from './sheets.ts';

export function CounterScreen({ kind }: { readonly kind: SheetKind }) {
  const sheet = useObservable(sheets[kind]);
  const { canWrite } = usePermissions();
  const isLocked = whyLocked(sheet) !== undefined;
  const isEmpty = sheet.lines.length === 0 && sheet.reservation === undefined;
  const save = async () => {
    if (!canWrite) return;
    if (!isLocked && !(await takeRest(kind))) return;
    if (sheets[kind].value.sent !== undefined || countProblems(kind) === 0) return saveSheet(kind);
    playTone('refused');
    focusProblem();
  };
  useSaveKey(() => void save());
  useEffect(() => {
    if (kind === 'sell') void loadReserved();
  }, [kind]);
  useCommandFocus();
  return (
    <div className={styles.counter} data-toasts-beside-title>
      <ScreenHeader title={t('counter.title', { kind })} takesFocus={false}>
        <p className="print-only">{formatDateTime(new Date())}</p>
      </ScreenHeader>
      {canWrite ? (
        <>
          {kind === 'count' && <GuidePanel />}
          <CommandField kind={kind} />
          <QuickPets kind={kind} />
          <Remarks kind={kind} sheet={sheet} isLocked={isLocked} />
          <SheetLines kind={kind} lines={sheet.lines} isLocked={isLocked} />
          {isEmpty && <LastEntries kind={kind} />}
          <SaveBar kind={kind} sheet={sheet} onSave={() => void save()} />
        </>
      ) : (
        <Message tone="warning">
          {t('counter.readOnly', {
            key: requireSession().key.name,
            role: t('role.read'),
            needed: t('role.write'),
            kind,
          })}
        </Message>
      )}
      {kind === 'count' && <CountSheet />}
    </div>
  );
}

/**
 * Saves the sale, delivery or count on Ctrl+Enter (Cmd+Enter on a Mac), unless a dialog or menu has
 * the focus.
 */
function useSaveKey(save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isOnScreen =
      event.target instanceof Element &&
      event.target.closest('[role="dialog"], [role="menu"]') === null;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isOnScreen) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) save();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

type Props = { readonly kind: SheetKind; readonly sheet: Sheet };

function Remarks({
  kind,
  sheet: { reason, note },
  isLocked,
}: Props & { readonly isLocked: boolean }) {
  return (
    <details className={styles.remarks}>
      <summary>
        {t('counter.reasonIs', { reason: t('history.reasonInside', { reason }) })}{' '}
        {note === '' ? (
          <span className="screen-only">{t('counter.addNote')}</span>
        ) : (
          t('counter.noteIs', { note })
        )}
      </summary>
      <div className="stack">
        <SegmentedControl
          label={t('edit.reason')}
          isLabelVisible
          value={reason}
          options={reasonsOf[kind].map((one) => [one, reasonNames[one]] as const)}
          onChange={(next) => editSheet(kind, { reason: next })}
          isDisabled={isLocked}
        />
        <TextInput
          label={t('counter.noteForAll')}
          value={note}
          onChange={(text) => editSheet(kind, { note: text })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The command field, which gets the focus, must not get this Enter too.
            event.preventDefault();
            focusCommand();
          }}
          isReadOnly={isLocked}
          maxLength={noteMax}
          enterKeyHint="done"
        />
      </div>
    </details>
  );
}

/**
 * The bar with the Save button, which says how much will be saved, or why saving is not possible.
 */
function SaveBar({ kind, sheet, onSave }: Props & { readonly onSave: () => void }) {
  useStockView();
  useObservable(reserved);
  const { loaded } = useObservable(connection);
  const { lines, sent, isSaving, error } = sheet;
  const isEmpty = lines.length === 0 && sheet.reservation === undefined;
  const entered = lines.filter((line) => !isBlank(line));
  const problems = countProblems(kind);
  const isLoaded = loaded === 'all';
  const isStuck = !isSaving && isTooOld(sheet);
  return (
    <div className={styles.saveBar} data-save-bar data-empty={isEmpty || undefined}>
      <div className={styles.saveStatus}>
        <div role="status">
          {isStuck ? (
            <p className="error">
              {withTags(
                t('counter.sentTooLongAgo', { time: formatDateTime(new Date(sent?.atMs ?? 0)) }),
                {
                  link: (text) => <a href="#activity">{text}</a>,
                },
              )}
            </p>
          ) : sent !== undefined && !isSaving ? (
            <p className="error">{t('counter.noAnswer')}</p>
          ) : (
            error !== undefined && <p className="error">{error}</p>
          )}
          {isLoaded && problems > 0 && (
            <LinkButton className="small" onPress={focusProblem}>
              {t('counter.problems', { count: problems })}
            </LinkButton>
          )}
        </div>
        <strong className={styles.saveSummary}>{describeLines(kind, entered)}</strong>
        {entered.length < lines.length && (
          <span className="muted small">
            {t('counter.blankLines', { count: lines.length - entered.length })}
          </span>
        )}
      </div>
      {!isEmpty && (
        <Discard
          kind={kind}
          sheet={sheet}
          isDisabled={isSaving || (sent !== undefined && !isStuck)}
        />
      )}
      {isStuck ? (
        <Button onPress={() => unlock(kind)}>{t('counter.unlock')}</Button>
      ) : (
        // If lines of a sale, delivery or count have errors, the Save button moves the focus to the
        // first error.
        <Button
          data-primary
          isDisabled={!isLoaded || lines.length === 0}
          isPending={isSaving}
          onPress={onSave}
        >
          {isSaving
            ? t('counter.saving', { kind })
            : sent
              ? t('stock.tryAgain')
              : t('counter.save', { kind })}
        </Button>
      )}
    </div>
  );
}

function focusProblem(): void {
  document.querySelector<HTMLElement>('[data-changed] button, [data-problem] input')?.focus();
}

/**
 * Discards a sale, delivery or count at the second press. A reservation closes at once: it can be
 * scanned again.
 */
function Discard({ kind, sheet, isDisabled }: Props & { readonly isDisabled: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const isReservation = sheet.reservation !== undefined;
  const { length: count } = sheet.lines;
  return (
    <Button
      data-danger={isAsking || undefined}
      data-plain={!isAsking || undefined}
      data-keeps-focus={isAsking || undefined}
      isDisabled={isDisabled}
      onBlur={() => setAsking(false)}
      onPress={() =>
        isAsking || isReservation ? sheets[kind].set(newSheet(kind)) : setAsking(true)
      }
    >
      {isReservation
        ? t('ui.close')
        : isAsking
          ? t('counter.discardLines', { count })
          : t('counter.discard')}
    </Button>
  );
}

const lastShownMax = 5;
/** How many ledger entries are read to show the last sales, deliveries or counts. */
const lastEntriesMax = 100;

/**
 * The last sales, deliveries or counts of all users. Each groups the ledger entries of one request.
 */
function LastEntries({ kind }: { readonly kind: SheetKind }) {
  const [reason] = reasonsOf[kind];
  const { data } = useLoaded(
    (client, signal) => client.listInventoryHistory({ reason, limit: lastEntriesMax }, { signal }),
    [reason],
    { isRefreshed: true },
  );
  const last = [
    ...Map.groupBy(data?.entries ?? [], ({ requestId, seq }) => requestId ?? seq).values(),
  ];
  if (last.length === 0) return undefined;
  return (
    <section className={styles.lastEntries} aria-label={t('counter.last', { kind })}>
      <h3>{t('counter.last', { kind })}</h3>
      <ul>
        {last.slice(0, lastShownMax).map((entries) => {
          const { seq, at = new Date(), note, key } = entries[0] ?? {};
          const names = listOf(entries.map(({ petId }) => nameOf(petId) ?? labelOf(petId)));
          const units = entries.reduce((sum, { delta }) => sum + Math.abs(delta), 0);
          return (
            <li key={seq}>
              <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
              <span>
                {t(note === 'Undo' ? 'counter.linesUndone' : 'counter.lines', {
                  kind,
                  pets: entries.length,
                  units,
                })}
              </span>
              <span className="muted">{t('counter.namesBy', { names, key: key ?? '' })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
