import { type KeyboardEvent, memo, useRef } from 'react';
import { t } from '../messages/all.ts';
import { useObservable } from '../state/observable.ts';
import { labelOf, nameOf, titleOf } from '../stock/details.ts';
import { askAboutCode, type Pet, parseQuantity, withLocalDigits } from '../stock/pet.ts';
import { reserved } from '../stock/reserved.ts';
import { useStockView } from '../stock/store.ts';
import { Button, NativeButton } from '../ui/button.tsx';
import { focusCommand } from '../ui/command-focus.ts';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { playTone } from '../ui/sound.ts';
import { CountConflict } from './count-conflict.tsx';
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
const SheetLine = memo(function SheetLine(props: LineProps) {
  const { kind, line, pet, problem, isLocked } = props;
  const { petId } = line;
  const name = pet?.name || nameOf(petId);
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
        <LineOutcome {...props} />
      </div>
      <AmountInput {...props} />
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

/** What a line does to the stock of its pet, or why it cannot be saved. */
function LineOutcome({ kind, line, pet, problem, held }: LineProps) {
  const { petId } = line;
  const amount = parseQuantity(line.amount);
  if (problem === 'gone') return <span className="error">{t('counter.isGone')}</span>;
  if (problem === 'taken')
    return <span className="error">{t('dialog.petExists', { id: String(petId) })}</span>;
  if (problem === 'amount')
    return <span className="error">{askAboutCode(line.amount) ?? t('edit.enterWholeNumber')}</span>;
  // A conflict has a panel of its own, and a blank line does nothing.
  if (pet === undefined || amount === undefined || problem === 'changed') return undefined;
  if (problem === 'short') return <span className="error">{shortageOf(pet, amount)}</span>;
  if (problem === 'not-for-sale') return <SaleQuestion kind={kind} pet={pet} />;

  const after = outcomeOf(kind, pet, amount);
  if (kind !== 'sell') return <QuantityChange before={pet.quantity} after={after} />;
  const left = { left: after, held };
  return (
    <span className="muted">{t(held > 0 ? 'counter.leftReserved' : 'counter.left', left)}</span>
  );
}

/** Asks whether a pet that is pending or sold is meant. */
function SaleQuestion({ kind, pet }: { readonly kind: SheetKind; readonly pet: Pet }) {
  const { id, status } = pet;
  return (
    <div className={styles.sheetQuestion}>
      <span className="error">{t('counter.notForSale', { status })}</span>
      <Button onPress={() => editLine(kind, id, { soldDespite: status })}>
        {t('counter.sellDespite')}
      </Button>
    </div>
  );
}

/** The number of a line. Enter goes on with the command field, and Escape takes the input back. */
function AmountInput({ kind, line, problem, isLocked }: LineProps) {
  const { petId, amount } = line;
  const isWrong = problem === 'amount' || problem === 'short';
  const amountBefore = useRef('');

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event;
    if (key !== 'Enter' && key !== 'Escape') return;
    // The command field, which gets the focus, must not get this key too.
    event.preventDefault();
    if (key === 'Enter' && isWrong) {
      currentTarget.select();
      playTone('refused');
      return;
    }
    if (key === 'Escape') editLine(kind, petId, { amount: amountBefore.current });
    focusCommand();
  };

  return (
    <input
      className={`${fieldStyles.input} ${styles.lineAmount}`}
      aria-label={t('counter.amountOf', { kind, pet: labelOf(petId) })}
      aria-invalid={isWrong}
      data-invalid={isWrong || undefined}
      inputMode="numeric"
      enterKeyHint="done"
      autoComplete="off"
      readOnly={isLocked}
      value={amount}
      onFocus={(event) => {
        amountBefore.current = amount;
        event.currentTarget.select();
      }}
      onChange={(event) => editLine(kind, petId, { amount: event.target.value.trim() })}
      onKeyDown={onKeyDown}
    />
  );
}
