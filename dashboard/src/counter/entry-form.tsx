import { quantityMax } from '@pawstock/shared/item.ts';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { CameraButton } from '../camera/camera-button.tsx';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { overlay, searchInputId } from '../state/screen.ts';
import { readStorage, writeStorage } from '../state/storage.ts';
import { labelOf, searchedFields, titleOf } from '../stock/details.ts';
import { connection } from '../stock/live-updates.ts';
import {
  askAboutCode,
  isFar,
  newPetOf,
  type Pet,
  parseQuantity,
  parseWrittenId,
  writeQuantity,
} from '../stock/pet.ts';
import { reserved } from '../stock/reserved.ts';
import { ScanInstead } from '../stock/scan-instead.tsx';
import { stock, useStockView } from '../stock/store.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { QuantityChange } from '../ui/quantity-and-status.tsx';
import { playTone } from '../ui/sound.ts';
import { TextInput } from '../ui/text-input.tsx';
import styles from './entry-form.module.css';
import { guide, isBlind, remainingPets } from './guide.ts';
import { addScanned, afterEntry, showReservation, tooManyLines } from './scan-line.ts';
import { linesMax, outcomeOf, type SheetKind } from './sheet.ts';
import sheetLinesStyles from './sheet-lines.module.css';
import { putLine, sheets, storageName } from './sheets.ts';

const outcomeId = 'entry-outcome';
const suggestionsId = 'entry-suggestions';

const suggestionsMax = 6;

type Props = {
  readonly kind: SheetKind;
  readonly isLocked: boolean;
  /**
   * Adds the typed line; returns false if the user must correct or confirm it. The form sets this
   * function.
   */
  readonly takeTyped: RefObject<(() => boolean) | null>;
};

/**
 * The form for the next line of a sale, delivery or count. In a sale, each pet that is entered adds
 * one unit.
 */
export function EntryForm({ kind, isLocked, takeTyped }: Props) {
  useStockView();
  const { loaded, state } = useObservable(connection);
  const { canAdminister } = usePermissions();
  const { lines, reservation } = useObservable(sheets[kind]);
  const [text, setText] = useStoredText(`${storageName(kind)}.pet`);
  const [amountText, setAmountText] = useStoredText(`${storageName(kind)}.amount`);
  const [error, setError] = useState<string>();
  /** The typed line whose unusual amount the user has been asked to confirm. */
  const [doubted, setDoubted] = useState<string>();
  /**
   * The pet that the guide named when the user began to type its amount; null if that was before a
   * reload.
   */
  const [aimedAt, setAimedAt] = useState<bigint | null | undefined>(
    amountText === '' ? undefined : null,
  );
  const [chosen, setChosen] = useState(-1);
  const petInput = useRef<HTMLInputElement>(null);
  const amountInput = useRef<HTMLInputElement>(null);
  const guided = useObservable(guide);
  const isHidden = useObservable(isBlind) && kind === 'count';

  const fields = useObservable(searchedFields);
  const isSale = kind === 'sell';
  const next = kind === 'count' && guided !== undefined ? remainingPets(guided)[0] : undefined;
  /** In a guided count the guide names the pet, so the user types only the quantity. */
  const isGuided =
    next !== undefined || (kind === 'count' && guided !== undefined && loaded !== 'all');
  const first = isGuided ? amountInput : petInput;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when a guided count begins or ends.
  useEffect(() => {
    first.current?.focus();
    // Text that a reload has restored is selected, so that typing replaces it.
    first.current?.select();
  }, [isGuided]);

  const pet = text.trim() === '' ? next : stock.search(text);
  const suggestions = pet === undefined ? stock.containing(text).slice(0, suggestionsMax) : [];
  const amount = parseQuantity(amountText);
  const question = askAboutCode(amountText);
  const known = lines.find(({ petId }) => petId === pet?.id);
  const isFull = known === undefined && lines.length >= linesMax;
  const knownAmount = known && parseQuantity(known.amount);
  const isUnknown =
    pet === undefined && loaded === 'all' && text.trim() !== '' && suggestions.length === 0;

  const fail = (message: string, input: HTMLInputElement | null): false => {
    setError(message);
    input?.focus();
    input?.select();
    return false;
  };

  const typing = (set: (text: string) => void) => (value: string) => {
    set(value);
    setChosen(-1);
    setError(undefined);
  };

  const clear = () => {
    setText('');
    setAmountText('');
    setError(undefined);
    setDoubted(undefined);
    setAimedAt(undefined);
  };

  const addOne = (sold: Pet): boolean => {
    const refusal = addScanned(kind, sold);
    if (refusal === undefined) clear();
    else playTone('refused');
    return refusal === undefined || fail(refusal, petInput.current);
  };

  const findReservation = async () => {
    const isFound = text.trim() !== '' && (await showReservation(text));
    // If the user has typed on while the service looked for a reservation, the outcome is ignored.
    if (petInput.current?.value !== text) return;
    if (isFound) clear();
    else fail(whyNoPet(), petInput.current);
  };

  const enter = (isAdded: boolean): boolean => {
    if (pet === undefined) return fail(whyNoPet(), petInput.current);
    if (isSale) return addOne(pet);
    if (amount === undefined || (kind === 'receiving' && amount === 0)) {
      const asked = { pet: labelOf(pet.id), least: kind === 'receiving' ? 1 : 0 };
      const key = amountText === '' ? 'counter.howMany' : 'counter.wholeNumberFrom';
      return fail(question ?? t(key, asked), amountInput.current);
    }
    if (isFull) return fail(tooManyLines, petInput.current);
    // Others may have added or removed pets while the user typed, so that the guide names another
    // pet now.
    if (pet === next && aimedAt !== undefined && aimedAt !== pet.id) {
      setAimedAt(pet.id);
      return fail(t('counter.howMany', { pet: labelOf(pet.id), least: 0 }), amountInput.current);
    }
    const total = isAdded ? (knownAmount ?? 0) + amount : amount;
    const outcome = outcomeOf(kind, pet, total);
    if (outcome > quantityMax) return fail(t('edit.tooLarge'), amountInput.current);
    const doubt = `${pet.text}: ${total}`;
    if (isFar(pet.quantity, outcome) && doubt !== doubted) {
      setDoubted(doubt);
      const key = isHidden ? 'counter.isRight' : 'counter.isRightNow';
      return fail(t(key, { amount, now: pet.quantity }), amountInput.current);
    }
    // Adding to a counted line keeps the pet's quantity at its first count, which shows whether it
    // has changed since.
    const { seen, version } =
      isAdded && known ? known : { seen: pet.quantity, version: stock.versionOf(pet.id) };
    putLine(kind, pet, total, {
      seen,
      version,
      doubted: doubted === undefined ? '' : writeQuantity(total),
    });
    afterEntry(kind, pet, total);
    clear();
    first.current?.focus();
    return true;
  };

  takeTyped.current = () => {
    const isBlank = text.trim() === '' && amountText.trim() === '';
    if (isSale && pet === undefined && !isBlank)
      return fail(t('counter.pressEnter', { text: text.trim() }), petInput.current);
    // If the sale, delivery or count has too many lines, the typed line stays in the form.
    return isBlank || isFull || enter(kind === 'receiving');
  };

  const choose = (suggestion: Pet) => {
    if (isSale) return void addOne(suggestion);
    // A search for "7" finds a pet with the barcode 7 before the pet with the ID 7. "# 7" can only
    // be an ID.
    const isClear = stock.resolve(suggestion.text) === suggestion;
    typing(setText)(isClear ? suggestion.text : `# ${suggestion.text}`);
    amountInput.current?.focus();
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const suggestion = suggestions[chosen];
    if (suggestion !== undefined) return choose(suggestion);
    if (isSale && pet === undefined && suggestions.length === 0) return void findReservation();
    if (
      pet !== undefined &&
      !isSale &&
      amountText === '' &&
      document.activeElement !== amountInput.current
    )
      return amountInput.current?.focus();
    // If a delivered pet has a line already, the typed number is added to the line.
    enter(kind === 'receiving');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || suggestions.length === 0) return;
    event.preventDefault();
    setChosen(
      (chosen + step + suggestions.length + (chosen < 0 && step < 0 ? 1 : 0)) % suggestions.length,
    );
  };

  return (
    <form
      // A field of React Aria keeps the id that it once had, so a guided count begins with new
      // fields.
      key={String(isGuided)}
      className={styles.entry}
      data-single={isSale || undefined}
      aria-label={t('counter.form')}
      onSubmit={onSubmit}
    >
      <div className={styles.petField}>
        <TextInput
          label={t(isSale ? 'counter.petOrReservation' : 'counter.petIdOrName')}
          value={text}
          onChange={typing(setText)}
          onKeyDown={onKeyDown}
          isInvalid={error !== undefined && pet === undefined}
          validationBehavior="aria"
          isReadOnly={isLocked}
          inputMode={fields === 'none' && !isSale ? 'numeric' : 'text'}
          enterKeyHint="next"
          aria-describedby={outcomeId}
          input={{
            ...(!isGuided && { id: searchInputId }),
            ref: petInput,
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': suggestions.length > 0,
            'aria-controls': suggestionsId,
            'aria-activedescendant': chosen < 0 ? undefined : `${suggestionsId}-${chosen}`,
            autoCapitalize: 'none',
            spellCheck: 'false',
            placeholder: next === undefined ? '' : t('counter.nextPet', { pet: labelOf(next.id) }),
          }}
        />
        <CameraButton />
      </div>
      {!isSale && (
        <TextInput
          label={t('counter.amount', { kind })}
          value={amountText}
          onChange={(value) => {
            if (amountText === '') setAimedAt(next?.id);
            typing(setAmountText)(value);
          }}
          isInvalid={error !== undefined && pet !== undefined}
          // The browser must not block Enter in a field with an error, because Enter confirms an
          // unusual amount.
          validationBehavior="aria"
          isReadOnly={isLocked}
          inputMode="numeric"
          enterKeyHint="next"
          aria-describedby={outcomeId}
          input={{
            ...(isGuided && { id: searchInputId }),
            ref: amountInput,
            className: sheetLinesStyles.lineAmount,
          }}
        />
      )}
      {/* Pressing this button leaves the focus in the field: otherwise a phone's keyboard would close and open. */}
      <button
        type="submit"
        className={buttonStyles.button}
        disabled={isLocked}
        onMouseDown={(event) => event.preventDefault()}
      >
        {t(isSale ? 'dialog.add' : 'counter.next')}
      </button>
      <div id={outcomeId} className={styles.entryOutcome} aria-live="polite">
        {(error ?? question) === undefined ? (
          describeEntry()
        ) : (
          <p className="error">{error ?? question}</p>
        )}
        {kind === 'count' && knownAmount !== undefined && amount !== undefined && (
          <Button onPress={() => enter(true)}>
            {t('counter.addTo', { known: knownAmount, total: knownAmount + amount })}
          </Button>
        )}
        <ScanInstead text={amountText} onScan={() => setAmountText('')} />
        {canAdminister && error !== undefined && isUnknown && (
          <Button onPress={() => overlay.set({ kind: 'add', ...newPetOf(text.trim()) })}>
            {t('counter.addPet')}
          </Button>
        )}
      </div>
      {/* biome-ignore-start lint/a11y: the pet field has the focus and handles the keys of the list. */}
      <ul
        id={suggestionsId}
        className={styles.suggestions}
        role="listbox"
        aria-label={t('table.pets')}
        hidden={suggestions.length === 0}
      >
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.text}
            id={`${suggestionsId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
          >
            <span className={styles.suggestionId}>{suggestion.text}</span>
            <span>{suggestion.name}</span>
            {!isHidden && (
              <span className={`${styles.suggestionQuantity} muted small`}>
                {t('counter.inStock', { quantity: suggestion.quantity })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {/* biome-ignore-end lint/a11y: end. */}
    </form>
  );

  function whyNoPet(): string {
    const typed = text.trim();
    if (typed === '') return t('counter.enterPet');
    if (loaded !== 'all') return t('table.notAllLoaded');
    if (suggestions.length > 0) return t('counter.severalMatch');
    const next = canAdminister ? 'add' : 'ask';
    if (isSale)
      return t('counter.unknown', {
        what: state === 'live' ? 'reservation' : 'offline',
        text: typed,
        next,
      });
    const id = parseWrittenId(typed);
    return t('counter.unknown', {
      what: id === undefined ? 'name' : 'id',
      text: String(id ?? typed),
      next,
    });
  }

  function describeEntry() {
    if (reservation !== undefined) {
      const { id, key, expiresAt, note } = reservation;
      return (
        <p>
          <strong>{t('counter.reservation', { id })}</strong>{' '}
          <span className="muted">
            {t('counter.reservedBy', { key, time: formatDateTime(expiresAt) })}
          </span>{' '}
          {note !== null && <span className="muted">{t('counter.noteIs', { note })}</span>}
        </p>
      );
    }
    if (pet === undefined) {
      if (suggestions.length > 0) return undefined;
      const hint = t(isSale ? 'counter.scanToSell' : 'counter.scanToEnter');
      return <p className="muted">{text === '' ? hint : ' '}</p>;
    }
    const held = isSale ? (reserved.value.get(pet.id) ?? 0) : 0;
    const total = kind === 'receiving' ? (knownAmount ?? 0) + (amount ?? 0) : (amount ?? 0);
    return (
      <p>
        <strong>{titleOf(pet.id)}</strong>{' '}
        {!isHidden &&
          (amount === undefined ? (
            <span className="muted">
              {t(held > 0 ? 'counter.inStockReserved' : 'counter.inStock', {
                quantity: pet.quantity,
                held,
              })}
            </span>
          ) : (
            <QuantityChange before={pet.quantity} after={outcomeOf(kind, pet, total)} />
          ))}
        {knownAmount !== undefined && (
          <span className="muted">
            {' '}
            {t(kind === 'count' ? 'counter.countedBefore' : 'counter.onListAlready', {
              count: knownAmount,
            })}
          </span>
        )}
      </p>
    );
  }
}

/** A React state for text that the user is typing. It survives a reload of this tab. */
function useStoredText(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readStorage('session', name) ?? '');
  const change = (next: string) => {
    setText(next);
    writeStorage('session', name, next === '' ? undefined : next);
  };
  return [text, change];
}
