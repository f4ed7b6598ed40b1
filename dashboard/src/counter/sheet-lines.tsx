import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../messages/all.ts';
import { formatDelta, formatMoment } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
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
      {problem === 'changed' && pet !== undefined && <Changed line={line} pet={pet} />}
    </li>
  );
});

/**
 * The panel of a pet that has changed since it was counted: it shows both quantities and three ways
 * to go on.
 */
function Changed({ line, pet }: { readonly line: Line; readonly pet: Pet }) {
  const { petId, seen } = line;
  const { data } = useLoaded(
    (client, signal) => client.getInventoryHistory(petId, { limit: 1 }, { signal }),
    [petId, pet.quantity],
  );
  // The panel names the person who made the pet's last change, if that change led to the current
  // quantity.
  const entry = data?.entries.find(({ after }) => after === pet.quantity);
  const counted = parseQuantity(line.amount) ?? 0;
  const delta = pet.quantity - seen;
  const change = { change: () => <QuantityChange before={seen} after={pet.quantity} /> };
  /**
   * Applies the user's choice, then focuses the panel of the next changed pet, or the Save button
   * if there is none.
   */
  const settle = (change: () => void) => () => {
    flushSync(change);
    document
      .querySelector<HTMLElement>('[data-changed] button, [data-save-bar] [data-primary]')
      ?.focus();
  };
  const use = (quantity: number) => {
    const current = { seen: pet.quantity, version: stock.versionOf(petId) };
    return settle(() => editLine('count', petId, { amount: writeQuantity(quantity), ...current }));
  };
  return (
    <section
      className={styles.sheetConflict}
      data-changed
      aria-label={t('counter.hasChanged', { pet: titleOf(petId) })}
    >
      <p>
        <Icon name="warning" /> {withTags(describeChange(counted, entry), change)}
      </p>
      <div className="actions">
        <Button onPress={use(counted)}>{t('counter.keepCount', { counted })}</Button>
        {delta !== 0 && counted + delta >= 0 && (
          <Button onPress={use(counted + delta)}>
            {t('counter.includeChange', {
              counted,
              delta: formatDelta(delta),
              total: counted + delta,
            })}
          </Button>
        )}
        <Button onPress={settle(() => removeLine('count', petId))}>{t('counter.skip')}</Button>
      </div>
    </section>
  );
}

/**
 * Says that a pet has changed since it was counted, and which API key changed it, if that is known.
 */
function describeChange(counted: number, entry: LedgerEntry | undefined): string {
  if (entry === undefined) return t('counter.changedSince', { counted });
  const { key, reason, at } = entry;
  const cause = { counted, source: key ?? t('counter.import'), time: formatMoment(at) };
  if (reason === null) return t('counter.changedSinceBy', cause);
  return t('counter.changedSinceFor', { ...cause, reason: t('history.reasonInside', { reason }) });
}
