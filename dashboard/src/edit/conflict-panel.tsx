import { quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { noteOf } from '../history/filter.ts';
import { t } from '../messages/all.ts';
import { formatDelta, formatMoment, formatNumber } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { titleOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { Icon } from '../ui/icon.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { type Conflict, outcomeOf, type Resolution } from './conflict.ts';
import styles from './conflict-panel.module.css';
import { problemOf, targetOf } from './draft.ts';
import { closeEditor } from './editor.ts';
import type { Editor } from './editor-state.ts';
import { keepTheirs, resolveConflict } from './save.ts';

type Props = { readonly editor: Editor; readonly conflict: Conflict };

/**
 * The panel of a conflict. It says who has changed the pet, when and how, and offers three ways to
 * go on.
 */
export function ConflictPanel({ editor, conflict: { entries, current } }: Props) {
  const { draft, error } = editor;
  const isSaving = editor.kind === 'saving';
  const target = targetOf(draft);
  const { quantity } = draft.base;
  const delta = (target ?? quantity) - quantity;
  const signed = `${delta < 0 ? '−' : '+'} ${formatNumber(Math.abs(delta))}`;
  const started = { quantity, target: target ?? quantity, delta: formatDelta(delta) };
  const choice = (resolution: Resolution, name: string, calculation: string) => {
    const outcome = current === undefined ? undefined : outcomeOf(resolution, draft, current);
    const isPossible = outcome !== undefined && outcome >= 0 && outcome <= quantityMax;
    return (
      <Button
        className={styles.choice}
        isDisabled={isSaving || !isPossible || problemOf(draft) !== undefined}
        onPress={() => void resolveConflict(resolution)}
      >
        <strong>{name}</strong>
        <span>
          {outcome === undefined
            ? ''
            : isPossible
              ? `${calculation}${formatNumber(outcome)}`
              : t('dialog.notPossible')}
        </span>
      </Button>
    );
  };
  return (
    <FocusRegion className={styles.conflict} isScrolledTo role="alert">
      <h2>
        <Icon name="warning" />
        {t(current === undefined ? 'dialog.removedByOther' : 'dialog.changedByOther', {
          pet: titleOf(draft.petId),
        })}
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.seq}>
            {withTags(describe(entry), {
              time: (text) => <time dateTime={entry.at.toISOString()}>{text}</time>,
              change: () => <QuantityChange before={entry.before} after={entry.after} />,
            })}
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="error">{error}</p>}
      {current === undefined ? (
        <Button onPress={closeEditor}>{t('dialog.discardMine')}</Button>
      ) : (
        <>
          <p>
            {t(target === undefined ? 'dialog.startedFrom' : 'dialog.startedAndEntered', started)}
          </p>
          <div className={styles.conflictChoices}>
            <Button className={styles.choice} isDisabled={isSaving} onPress={keepTheirs}>
              <strong>{t('dialog.keepTheirs')}</strong>
              <span>{formatNumber(current.quantity)}</span>
            </Button>
            {choice('mine', t('dialog.useMine'), '')}
            {choice(
              'difference',
              t('dialog.applyDifference'),
              `${formatNumber(current.quantity)} ${signed} = `,
            )}
          </div>
        </>
      )}
    </FocusRegion>
  );
}

function describe(entry: LedgerEntry): string {
  const { key, at, reason } = entry;
  const note = noteOf(entry);
  const remarks = {
    reason: reason ?? 'none',
    hasNote: note === null ? 'no' : 'yes',
    note: note ?? '',
  };
  return t('dialog.conflictEntry', {
    who: key ?? t('dialog.anImport'),
    at: formatMoment(at),
    ...remarks,
  });
}
