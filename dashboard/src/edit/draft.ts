import type { PetStatus, Remarks } from '../../../client/inventory-types.ts';
import { formatNumber } from '../format.ts';

export type Mode = 'set' | 'add' | 'remove';
export type Reason = NonNullable<Remarks['reason']>;

export const reasons: readonly Reason[] = ['arrival', 'return', 'adjustment', 'count', 'damage'];

/** How the pet was when its editor was opened. What is typed is meant as a change of this. */
export type Base = {
  readonly quantity: number;
  readonly status: PetStatus;
  /** Unknown until the service has told. */
  readonly version: number | undefined;
};

/** What somebody is typing about one pet. */
export type Draft = {
  readonly petId: bigint;
  readonly base: Base;
  readonly mode: Mode;
  readonly amount: string;
  readonly reason: Reason | undefined;
  readonly note: string;
};

const noteMax = 500;

export function newDraft(petId: bigint, base: Base): Draft {
  return { petId, base, mode: 'set', amount: String(base.quantity), reason: undefined, note: '' };
}

export function isTouched({ base, mode, amount, reason, note }: Draft): boolean {
  if (reason !== undefined || note !== '') return true;
  return mode === 'set' ? amount !== String(base.quantity) : amount !== '';
}

/** The quantity that the draft would leave, or undefined where it cannot be told. */
export function targetOf({ base, mode, amount }: Draft): number | undefined {
  const value = amountOf(amount);
  if (value === undefined) return undefined;
  if (mode === 'set') return value;
  return mode === 'add' ? base.quantity + value : base.quantity - value;
}

/** What is wrong with it, in words for its author; undefined if it can be saved. */
export function problemOf(draft: Draft): string | undefined {
  if (draft.amount === '') return 'Enter a number.';
  const target = targetOf(draft);
  if (target === undefined) return `Enter a whole number from 0 to ${formatNumber(Number.MAX_SAFE_INTEGER)}.`;
  if (target < 0) return `There are only ${formatNumber(draft.base.quantity)} to remove.`;
  if (target > Number.MAX_SAFE_INTEGER) return `The most there can be is ${formatNumber(Number.MAX_SAFE_INTEGER)}.`;
  if ([...draft.note].length > noteMax) return `The note can have at most ${noteMax} characters.`;
  return undefined;
}

/** What was typed into the number's field: a sign in front says to add or to remove. */
export function typed(draft: Draft, text: string): Draft {
  const [, sign, amount = ''] = /^\s*([+\-−]?)\s*(.*?)\s*$/.exec(text) ?? [];
  const plain = amount.replaceAll(/[,_\s]/g, '');
  if (sign === '') return { ...draft, amount: plain };
  return { ...draft, mode: sign === '+' ? 'add' : 'remove', amount: plain };
}

/** Another mode starts with what makes sense there. */
export function withMode(draft: Draft, mode: Mode): Draft {
  if (mode === draft.mode) return draft;
  if (mode !== 'set' && draft.mode !== 'set') return { ...draft, mode };
  const target = targetOf(draft);
  if (mode === 'set') return { ...draft, mode, amount: String(target ?? draft.base.quantity) };
  const delta = target === undefined ? 0 : target - draft.base.quantity;
  const fits = mode === 'add' ? delta > 0 : delta < 0;
  return { ...draft, mode, amount: fits ? String(Math.abs(delta)) : '' };
}

/** One more or one less, as far as there is room. */
export function stepped(draft: Draft, step: 1 | -1): Draft {
  const value = amountOf(draft.amount) ?? (draft.mode === 'set' ? draft.base.quantity : 0);
  return { ...draft, amount: String(Math.min(Math.max(value + step, 0), Number.MAX_SAFE_INTEGER)) };
}

export function remarksOf({ reason, note }: Draft): Remarks {
  return { ...(reason === undefined ? {} : { reason }), ...(note === '' ? {} : { note }) };
}

function amountOf(text: string): number | undefined {
  if (!/^\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}
