import { memo } from 'react';
import { flushSync } from 'react-dom';
import { useLoaded } from '../session/use-loaded.ts';
import { useObservable } from '../state/observable.ts';
import { searchInputId } from '../state/screen.ts';
import { nameOf, titleOf } from '../stock/details.ts';
import { askAboutCode, type Pet, parseQuantity, writeQuantity } from '../stock/pet.ts';
import { reserved } from '../stock/reserved.ts';
import { ScanInstead } from '../stock/scan-instead.tsx';
import { stock, useStockView } from '../stock/store.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { formatDelta, formatMoment, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { reasonNames } from '../ui/names.ts';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { playTone } from '../ui/sound.ts';
import { editLine, type Line, outcomeOf, problemOf, removeLine, type SheetKind, shortageOf, words } from './sheet.ts';
import styles from './sheet-lines.module.css';

type ListProps = { readonly kind: SheetKind; readonly lines: readonly Line[]; readonly isLocked: boolean };

export function SheetLines({ kind, lines, isLocked }: ListProps) {
  useStockView();
  const held = useObservable(reserved);
  return (
    <ul className={styles.sheetLines} aria-label={words[kind].title}>
      {lines.map((line) => {
        const pet = stock.get(line.petId);
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

type LineProps = {
  readonly kind: SheetKind;
  readonly line: Line;
  readonly pet: Pet | undefined;
  readonly problem: ReturnType<typeof problemOf>;
  /** How many are reserved. */
  readonly held: number;
  readonly isLocked: boolean;
};

/** One line. It uses native controls, because a thousand of React Aria's take seconds to render. */
const SheetLine = memo(function SheetLine({ kind, line, pet, problem, held, isLocked }: LineProps) {
  const { petId } = line;
  const label = titleOf(petId);
  const amount = parseQuantity(line.amount);
  const isWrong = problem === 'amount' || problem === 'short';
  return (
    <li data-line={String(petId)} data-problem={problem}>
      <div className={styles.sheetPet}>
        <strong>{nameOf(petId) ?? `Pet ${petId}`}</strong>
        {nameOf(petId) !== undefined && <span className="muted small"> Pet&nbsp;{String(petId)}</span>}
      </div>
      <div className={styles.sheetChange}>
        {problem === 'amount' && (
          <div className={styles.sheetQuestion}>
            <span className="error">{askAboutCode(line.amount) ?? 'Enter a whole number.'}</span>
            <ScanInstead
              text={line.amount}
              onScan={() => editLine(kind, petId, { amount: line.typedOver ?? '', typedOver: undefined })}
            />
          </div>
        )}
        {problem === 'short' && pet !== undefined && <span className="error">{shortageOf(pet, amount ?? 0)}</span>}
        {problem === 'gone' && <span className="error">Has been removed from the stock.</span>}
        {problem === undefined &&
          pet !== undefined &&
          amount !== undefined &&
          (kind === 'sell' ? (
            <span className="muted">
              {formatNumber(outcomeOf(kind, pet, amount))} left
              {held > 0 && `, ${formatNumber(held)} reserved`}
            </span>
          ) : (
            <QuantityChange before={pet.quantity} after={outcomeOf(kind, pet, amount)} />
          ))}
      </div>
      <input
        className={`${fieldStyles.input} ${styles.lineAmount}`}
        aria-label={`${words[kind].amount}: ${label}`}
        aria-invalid={isWrong}
        data-invalid={isWrong || undefined}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        readOnly={isLocked}
        value={line.amount}
        onChange={(event) => {
          const typedOver = line.typedOver ?? line.amount;
          editLine(kind, petId, { amount: event.target.value.trim(), typedOver });
        }}
        onBlur={() => {
          if (amount !== undefined && line.typedOver !== undefined) editLine(kind, petId, { typedOver: undefined });
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Enter') return;
          if (!isWrong) return document.getElementById(searchInputId)?.focus();
          currentTarget.select();
          playTone('refused');
        }}
      />
      <button
        type="button"
        className={buttonStyles.button}
        data-plain
        data-square
        aria-label={`Remove ${label} from the list`}
        disabled={isLocked}
        onClick={() => {
          removeLine(kind, petId);
          document.getElementById(searchInputId)?.focus();
        }}
      >
        <Icon name="close" />
      </button>
      {problem === 'changed' && pet !== undefined && <Changed line={line} pet={pet} />}
    </li>
  );
});

/** The pet has changed since it was counted: shows both quantities, and offers three ways out. */
function Changed({ line, pet }: { readonly line: Line; readonly pet: Pet }) {
  const { petId, seen } = line;
  const { data } = useLoaded(
    (client, signal) => client.getInventoryHistory(petId, { limit: 1 }, { signal }),
    [petId, pet.quantity],
  );
  // Without the newest entry, the panel shows the quantities alone.
  const entry = data?.entries.find(({ after }) => after === pet.quantity);
  const counted = parseQuantity(line.amount) ?? 0;
  const delta = pet.quantity - seen;
  const label = titleOf(petId);
  const settle = (quantity: number) => () => {
    const amount = writeQuantity(quantity);
    flushSync(() => editLine('count', petId, { amount, seen: pet.quantity, version: stock.versionOf(petId) }));
    focusNext();
  };
  return (
    <section className={styles.sheetConflict} aria-label={`${label} has changed`}>
      <p>
        <Icon name="warning" /> Changed since you counted {formatNumber(counted)}:{' '}
        <QuantityChange before={seen} after={pet.quantity} />
        {entry !== undefined &&
          `, ${entry.key ?? 'an import'}${entry.reason === null ? '' : `, ${reasonNames[entry.reason].toLowerCase()}`}, ${formatMoment(entry.at)}`}
      </p>
      <div className="actions">
        <Button onPress={settle(counted)}>Keep my count: {formatNumber(counted)}</Button>
        {delta !== 0 && counted + delta >= 0 && (
          <Button onPress={settle(counted + delta)}>
            Include the change: {formatNumber(counted)} {formatDelta(delta)} = {formatNumber(counted + delta)}
          </Button>
        )}
        <Button
          onPress={() => {
            flushSync(() => removeLine('count', petId));
            focusNext();
          }}
        >
          Skip
        </Button>
      </div>
    </section>
  );
}

/** Moves the focus to the next conflict, or to Save if there is none. */
function focusNext(): void {
  document.querySelector<HTMLElement>('.sheet-conflict button, .save-bar [data-primary]')?.focus();
}
