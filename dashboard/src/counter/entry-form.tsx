import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { parsePetId, quantityMax } from '../../../src/domain/item.ts';
import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { overlay, searchInputId } from '../state/screen.ts';
import { readStorage, writeStorage } from '../state/storage.ts';
import { connection } from '../stock/live-updates.ts';
import { names, titleOf } from '../stock/names.ts';
import { foldCase, type Pet, parseQuantity } from '../stock/pet.ts';
import { stock, useStockView } from '../stock/store.ts';
import { formatCount, formatNumber } from '../ui/format.ts';
import { announce } from '../ui/notifications.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { fetchVersion } from './save-sheet.ts';
import { linesMax, outcomeOf, putLine, type SheetKind, sheets, storageName } from './sheet.ts';

const amountLabels = { delivery: 'Arrived', count: 'Counted' } as const;
const outcomeId = 'entry-outcome';

/** An amount this long that is also an ID may come from a scanner. */
const scannedDigitsMin = 4;

const candidatesMax = 5;

/** Pets to choose from. Part of an ID is not enough. */
function petsNamed(text: string): readonly Pet[] {
  if (text === '' || parsePetId(text) !== undefined) return [];
  const wanted = foldCase(text);
  return stock.sorted.filter(({ foldedName }) => foldedName.includes(wanted)).slice(0, candidatesMax);
}

/** One line after another: a pet, Enter, a number, Enter. A barcode scanner types the ID and Enter. */
export function EntryForm({ kind, isLocked }: { readonly kind: SheetKind; readonly isLocked: boolean }) {
  useStockView();
  const { loaded } = useObservable(connection);
  const { canAdminister } = usePermissions();
  const { lines } = useObservable(sheets[kind]);
  const [text, setText] = useStoredText(`${storageName(kind)}.pet`);
  const [amountText, setAmountText] = useStoredText(`${storageName(kind)}.amount`);
  const [error, setError] = useState<string>();
  /** An amount that looks like a scanned ID, which the user has been asked about. */
  const [doubtful, setDoubtful] = useState<string>();
  const petInput = useRef<HTMLInputElement>(null);
  const amountInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    petInput.current?.focus();
    // The next scan replaces what was typed before a reload.
    petInput.current?.select();
  }, []);

  const hasNames = useObservable(names).size > 0;
  const pet = stock.search(text);
  const candidates = pet === undefined ? petsNamed(text.trim()) : [];
  const amount = parseQuantity(amountText.trim());
  const known = lines.find(({ petId }) => petId === pet?.id);
  const knownAmount = known && parseQuantity(known.amount);
  const unknownId = pet === undefined && loaded === 'all' ? parsePetId(text.trim()) : undefined;

  const fail = (message: string, input: HTMLInputElement | null) => {
    setError(message);
    input?.focus();
    input?.select();
  };

  const next = (isAdded: boolean) => {
    if (pet === undefined) return fail(whyNoPet(), petInput.current);
    if (amountText === '' && document.activeElement !== amountInput.current) return amountInput.current?.focus();
    if (amount === undefined || (kind === 'delivery' && amount === 0)) {
      const least = kind === 'delivery' ? 1 : 0;
      return fail(`Enter a whole number from ${least}.`, amountInput.current);
    }
    if (amountText.length >= scannedDigitsMin && amountText !== doubtful && stock.find(amountText) !== undefined) {
      setDoubtful(amountText);
      return fail(`Is ${amountText} the number? It is also a pet’s ID. Press Enter again if so.`, amountInput.current);
    }
    if (known === undefined && lines.length >= linesMax) {
      return fail(`A list can have ${formatNumber(linesMax)} pets. Save it, then go on.`, petInput.current);
    }
    const total = isAdded ? (knownAmount ?? 0) + amount : amount;
    if (outcomeOf(kind, pet, total) > quantityMax) return fail('The number is too large.', amountInput.current);
    addLine(pet, total);
  };

  const addLine = (pet: Pet, total: number) => {
    putLine(kind, pet, total);
    if (kind === 'count') fetchVersion(pet.id).catch(() => undefined);
    const count = known === undefined ? lines.length + 1 : lines.length;
    announce(`${titleOf(pet.id)}: ${formatNumber(total)}. ${formatCount(count, 'pet')} on the list.`);
    setText('');
    setAmountText('');
    setError(undefined);
    setDoubtful(undefined);
    petInput.current?.focus();
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A pet on a delivery again: more of it has arrived.
    next(kind === 'delivery');
  };

  return (
    <form className="entry" aria-label="Next line" onSubmit={onSubmit}>
      <TextField
        className="field"
        value={text}
        onChange={(value) => {
          setText(value);
          setError(undefined);
        }}
        isInvalid={error !== undefined && pet === undefined}
        isReadOnly={isLocked}
      >
        <Label className="label">Pet ID or name</Label>
        <Input
          id={searchInputId}
          ref={petInput}
          className="input"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          inputMode={hasNames ? 'text' : 'numeric'}
          enterKeyHint="next"
          aria-describedby={outcomeId}
        />
      </TextField>
      <TextField
        className="field"
        value={amountText}
        onChange={(value) => {
          setAmountText(value);
          setError(undefined);
        }}
        isInvalid={error !== undefined && pet !== undefined}
        isReadOnly={isLocked}
        inputMode="numeric"
      >
        <Label className="label">{amountLabels[kind]}</Label>
        <Input
          ref={amountInput}
          className="input line-amount"
          autoComplete="off"
          enterKeyHint="next"
          aria-describedby={outcomeId}
        />
      </TextField>
      {/* Leaves the focus in the field: a phone's keyboard would close and open again. */}
      <button type="submit" className="button" disabled={isLocked} onMouseDown={(event) => event.preventDefault()}>
        Next
      </button>
      <div id={outcomeId} className="entry-outcome" aria-live="polite">
        {error === undefined ? describeEntry() : <p className="error">{error}</p>}
        {candidates.map(({ id, quantity }) => (
          <Button
            key={String(id)}
            className="button"
            onPress={() => {
              setText(String(id));
              setError(undefined);
              amountInput.current?.focus();
            }}
          >
            {titleOf(id)} <span className="muted small">{formatNumber(quantity)} in stock</span>
          </Button>
        ))}
        {kind === 'count' && knownAmount !== undefined && amount !== undefined && (
          <Button className="button" onPress={() => next(true)}>
            Add to {formatNumber(knownAmount)} = {formatNumber(knownAmount + amount)}
          </Button>
        )}
        {canAdminister && error !== undefined && unknownId !== undefined && (
          <Button className="button" onPress={() => overlay.set({ kind: 'add', petId: String(unknownId) })}>
            Add pet {String(unknownId)}…
          </Button>
        )}
      </div>
    </form>
  );

  function whyNoPet(): string {
    const name = text.trim();
    if (name === '') return 'Enter or scan the ID or the name of a pet.';
    if (loaded !== 'all') return 'Not all pets have been loaded yet. Try again in a moment.';
    if (candidates.length > 0) return 'Several pets match. Choose one.';
    const remedy = canAdminister ? '' : ' An admin key is needed to add it.';
    return parsePetId(name) === undefined ? `No pet is called “${name}”.` : `There is no pet ${name}.${remedy}`;
  }

  function describeEntry() {
    if (pet === undefined) return <p className="muted">{text === '' ? 'Scan or type, then press Enter.' : ' '}</p>;
    const total = kind === 'delivery' ? (knownAmount ?? 0) + (amount ?? 0) : (amount ?? 0);
    return (
      <p>
        <strong>{titleOf(pet.id)}</strong>{' '}
        {amount === undefined ? (
          <span className="muted">{formatNumber(pet.quantity)} in stock</span>
        ) : (
          <QuantityChange before={pet.quantity} after={outcomeOf(kind, pet, total)} />
        )}
        {knownAmount !== undefined && (
          <span className="muted">
            {' '}
            {kind === 'delivery'
              ? `${formatNumber(knownAmount)} on the list already`
              : `counted ${formatNumber(knownAmount)} before`}
          </span>
        )}
      </p>
    );
  }
}

/** Text that is being typed. It survives a reload; other tabs have their own. */
function useStoredText(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readStorage('session', name) ?? '');
  const change = (next: string) => {
    setText(next);
    writeStorage('session', name, next === '' ? undefined : next);
  };
  return [text, change];
}
