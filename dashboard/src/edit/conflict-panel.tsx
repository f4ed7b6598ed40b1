import { quantityMax } from '../../../src/domain/item.ts';
import { titleOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { formatDelta, formatMoment, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { reasonNames } from '../ui/names.ts';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import styles from './conflict-panel.module.css';
import { type Conflict, outcomeOf, problemOf, type Resolution, targetOf } from './draft.ts';
import { closeEditor } from './editor.ts';
import type { Editor } from './editor-state.ts';
import { keepTheirs, resolveConflict } from './save.ts';

type Props = { readonly editor: Editor; readonly conflict: Conflict };

/** Another user changed the pet first: says who, when and what, and offers three ways out. */
export function ConflictPanel({ editor, conflict: { entries, current } }: Props) {
  const { draft } = editor;
  const isSaving = editor.kind === 'saving';
  const error = isSaving ? undefined : editor.error;
  const target = targetOf(draft);
  const delta = target === undefined ? 0 : target - draft.base.quantity;
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
          {outcome === undefined ? '' : isPossible ? `${calculation}${formatNumber(outcome)}` : 'not possible'}
        </span>
      </Button>
    );
  };
  return (
    <FocusRegion className={styles.conflict} role="alert">
      <h2>
        <Icon name="warning" />
        {titleOf(draft.petId)} has been {current === undefined ? 'removed' : 'changed by another user'}
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <strong>{entry.key ?? 'An import'}</strong>,{' '}
            <time dateTime={entry.at.toISOString()}>{formatMoment(entry.at)}</time>:{' '}
            <QuantityChange before={entry.before} after={entry.after} />
            {entry.reason !== null && `, ${reasonNames[entry.reason].toLowerCase()}`}
            {entry.note !== null && `, “${entry.note}”`}
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="error">{error}</p>}
      {current === undefined ? (
        <Button onPress={closeEditor}>Discard my change</Button>
      ) : (
        <>
          <p>
            You started from {formatNumber(draft.base.quantity)}
            {target !== undefined && ` and entered ${formatNumber(target)} (${formatDelta(delta)})`}.
          </p>
          <div className={styles.conflictChoices}>
            <Button className={styles.choice} isDisabled={isSaving} onPress={keepTheirs}>
              <strong>Keep theirs</strong>
              <span>{formatNumber(current.quantity)}</span>
            </Button>
            {choice('mine', 'Use mine', '')}
            {choice('difference', 'Apply my difference', `${formatNumber(current.quantity)} ${signed(delta)} = `)}
          </div>
        </>
      )}
    </FocusRegion>
  );
}

function signed(delta: number): string {
  return `${delta < 0 ? '−' : '+'} ${formatNumber(Math.abs(delta))}`;
}
