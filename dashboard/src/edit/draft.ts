import { quantityMax } from '@pawstock/shared/item.ts';
import { type Reason, reasons } from '@pawstock/shared/ledger-entry.ts';
import { limits } from '@pawstock/shared/limits.ts';
import type { Base, Typed } from '../conflict/conflict.ts';
import { t } from '../messages/first.ts';
import { locale } from '../messages/language.ts';
import { askAboutCode, isCode, parseQuantity, writeQuantity } from '../stock/pet.ts';
import { reasonChoices } from '../ui/names.ts';

export type Mode = 'set' | 'add' | 'remove';

export type Draft = {
  readonly petId: bigint;
  /**
   * The pet that the typed change starts from: as it was when its editor was opened, or after a
   * change by others.
   */
  readonly base: Base;
  readonly mode: Mode;
  /** The number as it was typed. A letter after the number chooses the reason of the change. */
  readonly amount: string;
  /** The reason that the user chose in the list of reasons; undefined until then. */
  readonly reason: Reason | undefined;
  readonly note: string;
};

export function newDraft(petId: bigint, base: Base): Draft {
  return {
    petId,
    base,
    mode: 'set',
    amount: writeQuantity(base.quantity),
    reason: undefined,
    note: '',
  };
}

export function isTouched({ base, mode, amount, reason, note }: Draft): boolean {
  if (reason !== undefined || note !== '') return true;
  return mode === 'set' ? parseQuantity(amount) !== base.quantity : amount !== '';
}

const usualReasons: Readonly<Record<Mode, Reason>> = {
  set: 'count',
  add: 'arrival',
  remove: 'sale',
};

const initials = reasons.map((reason) =>
  reason === 'died' ? '' : reasonChoices[reason].charAt(0).toLocaleLowerCase(locale),
);
const englishInitials = {
  sale: 's',
  arrival: 'a',
  return: 'r',
  adjustment: 'o',
  count: 'c',
  damage: 'd',
  // In many languages, "died" and "damage" begin with the same letter.
  died: 'x',
};

/**
 * The letter for each reason: the initial of its name in the user's language or, if that is not
 * Latin, in English.
 */
export const reasonLetters = reasons.map((reason, index) => {
  const initial = initials[index] ?? '';
  return reason !== 'died' && /[a-z]/.test(initial) ? initial : englishInitials[reason];
});

/** Splits an amount such as "3d" into its number and the reason that the letter stands for. */
function partsOf(amount: string): { readonly digits: string; readonly reason: Reason | undefined } {
  if (isCode(amount)) return { digits: amount, reason: undefined };
  const [, digits = amount, letter] = /^(.*\P{L})(\p{L})$/u.exec(amount) ?? [];
  if (letter === undefined) return { digits: amount, reason: undefined };
  const typed = letter.normalize('NFKC').toLocaleLowerCase(locale);
  const reason = reasons[initials.indexOf(typed)] ?? reasons[reasonLetters.indexOf(typed)];
  return { digits: reason === undefined ? amount : digits, reason };
}

/**
 * The reason of a change: from the typed letter, else from the list, else as usual for setting,
 * adding or removing.
 */
export function reasonOf({ mode, amount, reason }: Draft): Reason {
  return partsOf(amount).reason ?? reason ?? usualReasons[mode];
}

/**
 * Takes the letter off a number such as "3d", and chooses the reason that the letter stands for.
 */
function withoutLetter(draft: Draft): Draft {
  const { digits, reason = draft.reason } = partsOf(draft.amount);
  return { ...draft, amount: digits, reason };
}

export function withReason(draft: Draft, reason: Reason): Draft {
  return { ...withoutLetter(draft), reason };
}

/** The quantity after the change; undefined if the user has not typed a number. */
export function targetOf({ base, mode, amount }: Draft): number | undefined {
  const value = parseQuantity(partsOf(amount).digits);
  if (value === undefined) return undefined;
  if (mode === 'set') return value;
  return mode === 'add' ? base.quantity + value : base.quantity - value;
}

export function typedIn(draft: Draft): Typed {
  return { from: draft.base.quantity, to: targetOf(draft) };
}

/** Why the typed change cannot be saved; undefined if it can. */
export function problemOf(draft: Draft): string | undefined {
  if (draft.amount === '') return t('edit.enterNumber');
  const target = targetOf(draft);
  if (target === undefined) return askAboutCode(draft.amount) ?? t('edit.enterWholeNumber');
  if (target < 0) return t('edit.onlyInStock', { count: draft.base.quantity });
  if (target > quantityMax) return t('edit.tooLarge');
  const max = limits.noteCharactersMax;
  return [...draft.note].length > max ? t('edit.noteTooLong', { max }) : undefined;
}

/**
 * Handles text that is typed into the number field. A leading plus or minus switches to adding or
 * removing.
 */
export function withInput(draft: Draft, text: string): Draft {
  const [, sign, amount = ''] = /^\s*([+＋\-−－]?)\s*(.*?)\s*$/.exec(text) ?? [];
  if (sign === '') return { ...draft, amount };
  return { ...draft, mode: sign === '+' || sign === '＋' ? 'add' : 'remove', amount };
}

/**
 * Switches between setting, adding and removing. Where possible, the quantity after the change
 * stays the same.
 */
export function withMode(typed: Draft, mode: Mode): Draft {
  if (mode === typed.mode) return typed;
  const draft = withoutLetter(typed);
  if (mode !== 'set' && draft.mode !== 'set') return { ...draft, mode };
  const target = targetOf(draft);
  if (mode === 'set')
    return { ...draft, mode, amount: writeQuantity(target ?? draft.base.quantity) };
  const delta = target === undefined ? 0 : target - draft.base.quantity;
  const fits = mode === 'add' ? delta > 0 : delta < 0;
  return { ...draft, mode, amount: fits ? writeQuantity(Math.abs(delta)) : '' };
}

/**
 * Takes one more or one less. Plus and minus switch to adding and removing, so that one less is a
 * sale. Only a quantity that the user has typed stays a count.
 */
export function withStep(typed: Draft, step: 1 | -1): Draft {
  const draft = withoutLetter(typed);
  const { base, mode } = draft;
  const target = targetOf(draft) ?? base.quantity;
  const next = Math.min(Math.max(target + step, 0), quantityMax);
  if (mode === 'set' && target !== base.quantity) return { ...draft, amount: writeQuantity(next) };

  const delta = next - base.quantity;
  if (delta === 0) return { ...draft, mode: 'set', amount: writeQuantity(base.quantity) };
  const amount = writeQuantity(Math.abs(delta));
  return { ...draft, mode: delta > 0 ? 'add' : 'remove', amount };
}

export function remarksOf(draft: Draft) {
  return { reason: reasonOf(draft), ...(draft.note !== '' && { note: draft.note }) };
}
