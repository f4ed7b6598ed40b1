import { quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { noteOf } from '../history/filter.ts';
import { t } from '../messages/all.ts';
import { formatDelta, formatMoment, formatNumber } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { titleOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { type Resolution, settledQuantity, type Typed } from './conflict.ts';
import styles from './conflict-view.module.css';

type Props = {
  readonly petId: bigint;
  /** The changes by others, newest first. */
  readonly entries: readonly LedgerEntry[];
  /** The pet's quantity now; undefined if it has been removed. */
  readonly currentQuantity: number | undefined;
  readonly typed: Typed;
  /** Whether what is typed could not be saved without the conflict, either. */
  readonly hasProblem: boolean;
  /** Why the last choice could not be saved. */
  readonly error?: string | undefined;
  readonly isSaving: boolean;
  readonly onChoose: (resolution: Resolution) => void;
};

/**
 * What others have changed while this user was typing a quantity: who, when and how, and three ways
 * to go on.
 */
export function ConflictView(props: Props) {
  const { petId, entries, currentQuantity, error, onChoose } = props;
  return (
    <>
      <h2>
        <Icon name="warning" />
        {t(currentQuantity === undefined ? 'dialog.removedByOther' : 'dialog.changedByOther', {
          pet: titleOf(petId),
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
      {currentQuantity === undefined ? (
        <Button onPress={() => onChoose('theirs')}>{t('dialog.discardMine')}</Button>
      ) : (
        <Choices {...props} currentQuantity={currentQuantity} />
      )}
    </>
  );
}

function Choices({
  currentQuantity,
  typed,
  hasProblem,
  isSaving,
  onChoose,
}: Props & { readonly currentQuantity: number }) {
  const { from: quantity, to } = typed;
  const target = to ?? quantity;
  const delta = target - quantity;
  const started = { quantity, target, delta: formatDelta(delta) };
  const sum = `${formatNumber(currentQuantity)} ${delta < 0 ? '−' : '+'} ${formatNumber(Math.abs(delta))} = `;

  const choice = (resolution: Resolution, name: string, calculation = '') => {
    const outcome = settledQuantity(resolution, typed, currentQuantity);
    const isPossible = outcome !== undefined && outcome >= 0 && outcome <= quantityMax;
    const isRefused = hasProblem && resolution !== 'theirs';
    return (
      <Button
        className={styles.choice}
        isDisabled={isSaving || isRefused || !isPossible}
        onPress={() => onChoose(resolution)}
      >
        <strong>{name}</strong>
        <span>{describeOutcome(outcome, isPossible, calculation)}</span>
      </Button>
    );
  };

  return (
    <>
      <p>{t(to === undefined ? 'dialog.startedFrom' : 'dialog.startedAndEntered', started)}</p>
      <div className={styles.conflictChoices}>
        {choice('theirs', t('dialog.keepTheirs'))}
        {choice('mine', t('dialog.useMine'))}
        {choice('difference', t('dialog.applyDifference'), sum)}
      </div>
    </>
  );
}

function describeOutcome(
  outcome: number | undefined,
  isPossible: boolean,
  calculation: string,
): string {
  if (outcome === undefined) return '';
  return isPossible ? `${calculation}${formatNumber(outcome)}` : t('dialog.notPossible');
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
