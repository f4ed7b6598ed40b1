import { memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { fetchConflict, type Resolution, settledQuantity } from '../conflict/conflict.ts';
import conflictStyles from '../conflict/conflict-view.module.css';
import { ConflictView } from '../conflict/conflict-view.tsx';
import { t } from '../messages/all.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { labelOf, nameOf, titleOf } from '../stock/details.ts';
import {
  askAboutCode,
  type Pet,
  parseQuantity,
  withLocalDigits,
  writeQuantity,
} from '../stock/pet.ts';
import { reserved } from '../stock/reserved.ts';
import { stock, useStockView } from '../stock/store.ts';
import { Button, NativeButton } from '../ui/button.tsx';
import { focusCommand } from '../ui/command-focus.ts';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { playTone } from '../ui/sound.ts';
import { type Line, outcomeOf, type SheetKind } from './sheet.ts';
import styles from './sheet-lines.module.css';
import { editLine, petOfLine, problemOf, removeLine, shortageOf } from './sheets.ts';

type ListProps = {
  readonly kind: SheetKind;
  readonly lines: readonly Line[];
  readonly isLocked: boolean;
};

export function SheetLines({ kind, lines, isLocked }: ListProps) {
  useStockView();
  const held = useObservable(reserved);
  return (
    <ul className={styles.sheetLines} aria-label={t('counter.title', { kind })}>
      {lines.map((line) => {
        const pet = petOfLine(line);
        return (
          <SheetLine
            key={String(line.petId)}
            kind={kind}
            line={line}
            pet={pet}
            problem={problemOf(kind, line, pet)}
            held={held.get(line.petId) ?? 0}
            isLocked={isLocked}
          />
        );
      })}
    </ul>
  );
}

type LineProps = Omit<ListProps, 'lines'> & {
  readonly line: Line;
  readonly pet: Pet | undefined;
  readonly problem: ReturnType<typeof problemOf>;
  /** How many units of the pet are reserved. */
  readonly held: number;
};

/**
 * One line of a sale, delivery or count. Its native controls render fast, even in a thousand lines.
 */
const SheetLine = memo(function SheetLine({ kind, line, pet, problem, held, isLocked }: LineProps) {
  const { petId } = line;
  const name = pet?.name || nameOf(petId);
  const fieldText = useRef('');
  const amount = parseQuantity(line.amount);
  const isWrong = problem === 'amount' || problem === 'short';
  return (
    <li data-line={String(petId)} data-problem={problem}>
      <div className={styles.sheetPet}>
        <strong>{name ?? titleOf(petId)}</strong>{' '}
        {name !== undefined && (
          <span className="muted small">
            {t('stock.petAtStart', { id: withLocalDigits(String(petId)) })}
          </span>
        )}
      </div>
      <div className={styles.sheetChange}>
        {problem === 'amount' && (
          <span className="error">{askAboutCode(line.amount) ?? t('edit.enterWholeNumber')}</span>
        )}
        {problem === 'short' && pet !== undefined && (
          <span className="error">{shortageOf(pet, amount ?? 0)}</span>
        )}
        {problem === 'gone' && <span className="error">{t('counter.isGone')}</span>}
        {problem === 'taken' && (
          <span className="error">{t('dialog.petExists', { id: String(petId) })}</span>
        )}
        {problem === 'not-for-sale' && pet !== undefined && (
          <div className={styles.sheetQuestion}>
            <span className="error">{t('counter.notForSale', { status: pet.status })}</span>
            <Button onPress={() => editLine(kind, petId, { soldDespite: pet.status })}>
              {t('counter.sellDespite')}
            </Button>
          </div>
        )}
        {problem === undefined &&
          pet !== undefined &&
          amount !== undefined &&
          (kind === 'sell' ? (
            <span className="muted">
              {t(held > 0 ? 'counter.leftReserved' : 'counter.left', {
                left: outcomeOf(kind, pet, amount),
                held,
              })}
            </span>
          ) : (
            <QuantityChange before={pet.quantity} after={outcomeOf(kind, pet, amount)} />
          ))}
      </div>
      <input
        className={`${fieldStyles.input} ${styles.lineAmount}`}
        aria-label={t('counter.amountOf', { kind, pet: labelOf(petId) })}
        aria-invalid={isWrong}
        data-invalid={isWrong || undefined}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        readOnly={isLocked}
        value={line.amount}
        onFocus={(event) => {
          fieldText.current = line.amount;
          event.currentTarget.select();
        }}
        onChange={(event) => editLine(kind, petId, { amount: event.target.value.trim() })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') editLine(kind, petId, { amount: fieldText.current });
          else if (event.key !== 'Enter') return;
          // The command field, which gets the focus, must not get this Enter too.
          event.preventDefault();
          if (event.key === 'Escape' || !isWrong) return focusCommand();
          event.currentTarget.select();
          playTone('refused');
        }}
      />
      <NativeButton
        data-square
        aria-label={t('counter.remove', { pet: labelOf(petId) })}
        disabled={isLocked}
        onClick={() => {
          removeLine(kind, petId);
          focusCommand();
        }}
      >
        <Icon name="close" />
      </NativeButton>
      {problem === 'changed' && pet !== undefined && <CountConflict line={line} pet={pet} />}
    </li>
  );
});

/** The conflict of a pet that others have changed since it was counted. */
function CountConflict({ line, pet }: { readonly line: Line; readonly pet: Pet }) {
  const { petId, seen, version } = line;
  const { data } = useLoaded(
    (client) => fetchConflict(client, petId, version),
    [petId, pet.quantity],
  );
  const typed = { from: seen, to: parseQuantity(line.amount) };

  const apply = (resolution: Resolution) => {
    const quantity = settledQuantity(resolution, typed, pet.quantity);
    if (resolution === 'theirs' || quantity === undefined) return removeLine('count', petId);
    const current = { seen: pet.quantity, version: stock.versionOf(petId) };
    editLine('count', petId, { amount: writeQuantity(quantity), ...current });
  };
  // After a choice, the conflict of the next pet has the focus, or the Save button if there is none.
  const choose = (resolution: Resolution) => {
    flushSync(() => apply(resolution));
    document
      .querySelector<HTMLElement>('[data-changed] button, [data-save-bar] [data-primary]')
      ?.focus();
  };

  return (
    <section
      className={`${conflictStyles.conflict} ${styles.sheetConflict}`}
      data-changed
      aria-label={t('dialog.changedByOther', { pet: titleOf(petId) })}
    >
      <ConflictView
        petId={petId}
        entries={data?.entries ?? []}
        currentQuantity={pet.quantity}
        typed={typed}
        hasProblem={false}
        isSaving={false}
        onChoose={choose}
      />
    </section>
  );
}
