import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { CameraButton } from '../camera/camera-button.tsx';
import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { useObservable } from '../state/observable.ts';
import { searchInputId } from '../state/screen.ts';
import { titleOf } from '../stock/details.ts';
import { reserved } from '../stock/reserved.ts';
import { stock, useStockView } from '../stock/store.ts';
import buttonStyles from '../ui/button.module.css';
import { useCodes } from '../ui/codes.ts';
import { TextInput } from '../ui/text-input.tsx';
import { expectedPet } from '../waiting/expected-pet.ts';
import { type Action, choicesMax } from './command.ts';
import styles from './command-field.module.css';
import {
  choose,
  clearField,
  describeAnswer,
  describeQuestion,
  enter,
  type CommandField as Field,
  fields,
  guidedCount,
  moveChoice,
  showSuggestions,
  typeText,
} from './command-field-state.ts';
import { guide, isBlind } from './guide.ts';
import type { SheetKind } from './sheet.ts';
import { sheets } from './sheets.ts';

const outcomeId = 'command-outcome';
const answersId = 'command-answers';

type Props = { readonly kind: SheetKind };

/**
 * The one field of the screens Sell, Receive and Count. A scanner, a keyboard and a person with a
 * phone all enter pets here. command.ts decides what a text means.
 */
export function CommandField({ kind }: Props) {
  useStockView();
  useObservable(reserved);
  useObservable(guide);
  useObservable(sheets[kind]);
  const field = useObservable(fields[kind]);
  const input = useRef<HTMLInputElement>(null);
  const keyAtMs = useRef<number>(undefined);
  const { text, state } = field;
  const answers = answersFor(field);
  const chosen = state.kind === 'asking' ? state.chosen : -1;
  const isWrong = state.kind === 'refused' || state.kind === 'asking';

  // A text that has no effect yet is selected, so that the next scan replaces it.
  const isPutBack = isWrong && text === state.text;
  useLayoutEffect(() => {
    if (isPutBack && document.activeElement === input.current) input.current?.select();
  }, [isPutBack]);

  useCodes((code) => {
    typeText(kind, code);
    void enter(kind, performance.now());
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter(kind, keyAtMs.current ?? performance.now());
    keyAtMs.current = undefined;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    if (key === 'Enter' && event.repeat) event.preventDefault();
    else if (key === 'Enter') keyAtMs.current = timeStamp;
    else if (key === 'Tab' && !event.shiftKey && text.trim() !== '') {
      event.preventDefault();
      if (!event.repeat) void enter(kind, timeStamp);
    } else if (key === 'Escape' && text !== '') {
      event.stopPropagation();
      clearField(kind);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (answers.length === 0) return;
      event.preventDefault();
      const next = nextIndex(chosen, key === 'ArrowDown' ? 1 : -1, answers.length);
      if (state.kind === 'asking') moveChoice(kind, next);
      else showSuggestions(kind, answers, next);
    }
  };

  return (
    <form className={styles.command} aria-label={t('counter.form')} onSubmit={submit}>
      <Aim kind={kind} />
      <div className={styles.commandRow}>
        <div className={styles.commandInput}>
          <TextInput
            label={t(kind === 'sell' ? 'counter.petOrReservation' : 'counter.petIdOrName')}
            isLabelHidden
            value={text}
            onChange={(next) => typeText(kind, next)}
            onKeyDown={onKeyDown}
            onFocus={() => isPutBack && input.current?.select()}
            isInvalid={isWrong}
            validationBehavior="aria"
            enterKeyHint="done"
            aria-describedby={outcomeId}
            input={{
              id: searchInputId,
              ref: input,
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': answers.length > 0,
              'aria-controls': answersId,
              'aria-activedescendant': chosen < 0 ? undefined : `${answersId}-${chosen}`,
              autoCapitalize: 'none',
              autoCorrect: 'off',
              spellCheck: 'false',
              placeholder: t(kind === 'sell' ? 'counter.petOrReservation' : 'counter.petIdOrName'),
            }}
          />
          <CameraButton />
        </div>
        {/* Pressing this button leaves the focus where it is: a phone's keyboard stays as it is. */}
        <button
          type="submit"
          className={`${buttonStyles.button} ${styles.enter}`}
          onMouseDown={(event) => event.preventDefault()}
        >
          {t('dialog.add')}
        </button>
      </div>
      <div id={outcomeId} className={styles.commandOutcome} aria-live="polite">
        <Outcome kind={kind} field={field} />
      </div>
      <Answers kind={kind} answers={answers} chosen={chosen} />
    </form>
  );
}

function nextIndex(chosen: number, step: 1 | -1, count: number): number {
  if (chosen < 0) return step === 1 ? 0 : count - 1;
  return (chosen + step + count) % count;
}

/** The answers to the question, or the pets that the typed text may mean. */
function answersFor({ text, state }: Field): readonly Action[] {
  if (state.kind === 'asking') return state.answers;
  if (state.kind !== 'ready' || stock.resolve(text) !== undefined) return [];
  const found = stock.containing(text).slice(0, choicesMax).map(expectedPet);
  return found.map((pet) => ({ kind: 'add-one', pet }));
}

/** The pet that a guided count asks for. */
function Aim({ kind }: Props) {
  const { count } = guidedCount(kind);
  const isHidden = useObservable(isBlind);
  if (count.kind !== 'asks') return undefined;
  const { pet } = count;
  return (
    <p className={styles.aim} data-aim>
      <strong>{titleOf(pet.id)}</strong>{' '}
      {!isHidden && (
        <span className="muted">{t('counter.inStock', { quantity: pet.quantity })}</span>
      )}
    </p>
  );
}

function Outcome({ kind, field: { state } }: Props & { readonly field: Field }) {
  const { reservation } = sheets[kind].value;
  if (state.kind === 'asking')
    return <p className="error">{describeQuestion(kind, state.question)}</p>;
  if (state.kind === 'refused') return <p className="error">{state.message}</p>;
  if (state.kind === 'waiting') return <p className="muted">{t('ui.loading')}</p>;
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
  const isGuided = guidedCount(kind).count.kind !== 'off';
  const key = (keys: string) => <kbd>{keys}</kbd>;
  return (
    <p className={`hint ${styles.commandHint}`}>
      {withTags(t(isGuided ? 'counter.hintGuided' : 'counter.hint'), { key })}
    </p>
  );
}

function Answers({
  kind,
  answers,
  chosen,
}: Props & { readonly answers: readonly Action[]; readonly chosen: number }) {
  const isHidden = useObservable(isBlind) && kind === 'count';
  return (
    // biome-ignore-start lint/a11y: the command field has the focus and handles the keys of the list.
    <ul
      id={answersId}
      className={styles.answers}
      role="listbox"
      aria-label={t('counter.choices')}
      hidden={answers.length === 0}
    >
      {answers.map((answer, index) => (
        <li
          key={`${answer.kind} ${describeAnswer(answer)}`}
          id={`${answersId}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void choose(kind, answer)}
        >
          <span>{describeAnswer(answer)}</span>
          {answer.kind === 'add-one' && !isHidden && (
            <span className="muted small">
              {t('counter.inStock', { quantity: answer.pet.quantity })}
            </span>
          )}
        </li>
      ))}
    </ul>
    // biome-ignore-end lint/a11y: end.
  );
}
