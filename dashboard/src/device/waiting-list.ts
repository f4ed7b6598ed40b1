import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import type { Details } from '@pawstock/shared/pet-details.ts';
import type { PawstockErrorCode } from 'pawstock-client/error.ts';
import type { BatchRow, PetStatus } from 'pawstock-client/inventory-types.ts';

/**
 * Lists that were saved without a network, and what becomes of them. Nothing here stores or sends
 * anything: the rules are all here, so that they can be tested in any order of events. See
 * docs/decisions/0039.
 */

/** Whose key a list is sent with. A key that replaces another one of its name is another person. */
export type Person = { readonly name: string; readonly createdAtMs: number };

export type WaitingLine = {
  readonly petId: bigint;
  /** The units that were sold or have arrived, or the quantity that was counted. */
  readonly units: number;
  /** The quantity that the device expected when the line was entered, with what waited by then. */
  readonly seen: number;
  /** A delivered pet that is new. */
  readonly newPet: (Details & { readonly status: PetStatus }) | undefined;
};

export type WaitingList = {
  readonly kind: 'sell' | 'receiving' | 'count';
  readonly lines: readonly WaitingLine[];
  readonly reason: Reason;
  readonly note: string;
  /** The reservation that is sold, if the list is one. */
  readonly reservation: { readonly id: string; readonly version: number } | undefined;
  /** However often the list is sent with this key, it is stored once. */
  readonly idempotencyKey: string;
  readonly person: Person;
  readonly madeAtMs: number;
  /** When the list was saved, or when a person last found that it is not in the ledger. */
  readonly checkedAtMs: number;
  readonly progress: Progress;
};

/** How far a list has come. A list that is stored no longer waits. */
type Progress =
  | { readonly kind: 'unsent' }
  /** It was sent, and no answer came. The same rows are sent again, because it may be stored. */
  | { readonly kind: 'sent'; readonly rows: readonly BatchRow[] }
  /** The service has refused it, so it is certainly not stored. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type Refusal = {
  readonly code: PawstockErrorCode;
  /** The number of the row at fault, and its pet, where the service names one. */
  readonly row: number | undefined;
  readonly petId: bigint | undefined;
  readonly available: number | undefined;
};

/** What is to be done with a list next, and by whom. */
export type Task =
  | { readonly kind: 'send' }
  /** Only the key of its person may send it, and another person uses this device. */
  | { readonly kind: 'wait-for-person' }
  /** A person changes it, or gives it up. */
  | { readonly kind: 'correct'; readonly refusal: Refusal }
  /** A person compares it with the ledger before it is sent again. */
  | { readonly kind: 'compare'; readonly why: 'too-old' | 'key-ended' };

export type Situation = {
  /** Who has unlocked this device. */
  readonly person: Person | undefined;
  /** The people whose keys the service no longer accepts. */
  readonly ended: readonly Person[];
  readonly nowMs: number;
};

/**
 * How long a list may be sent by itself. The service remembers Idempotency-Keys for seven days; a
 * day less leaves room for clocks that are wrong.
 */
export const sendableMs = 6 * 24 * 3_600_000;

export function isSamePerson(one: Person, other: Person): boolean {
  return one.name === other.name && one.createdAtMs === other.createdAtMs;
}

export function taskOf(list: WaitingList, { person, ended, nowMs }: Situation): Task {
  if (list.progress.kind === 'refused') return { kind: 'correct', refusal: list.progress.refusal };
  if (ended.some((one) => isSamePerson(one, list.person)))
    return { kind: 'compare', why: 'key-ended' };
  if (nowMs - list.checkedAtMs > sendableMs) return { kind: 'compare', why: 'too-old' };
  if (person === undefined || !isSamePerson(person, list.person))
    return { kind: 'wait-for-person' };
  return { kind: 'send' };
}

/** The list to send next: the oldest one that can be sent. */
export function nextToSend<List extends WaitingList>(
  lists: readonly List[],
  situation: Situation,
): List | undefined {
  return lists.find((list) => taskOf(list, situation).kind === 'send');
}

/** How an attempt to send a list has ended. */
export type Outcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The service no longer accepts the key. An earlier attempt may have stored the list. */
  | { readonly kind: 'key-ended' }
  /** No answer, or one that says nothing: the list may be stored. */
  | { readonly kind: 'unknown' };

/** A list after an attempt; undefined if it no longer waits. */
export function afterAttempt(list: WaitingList, outcome: Outcome): WaitingList | undefined {
  switch (outcome.kind) {
    case 'stored':
      return undefined;
    case 'refused':
      return { ...list, progress: { kind: 'refused', refusal: outcome.refusal } };
    case 'key-ended':
    case 'unknown':
      return list;
  }
}

/**
 * A list that a person has compared with the ledger, and has not found there. It is sent with that
 * person's key, as a new request.
 */
export function afterComparing(
  list: WaitingList,
  person: Person,
  idempotencyKey: string,
  nowMs: number,
): WaitingList {
  return { ...list, person, idempotencyKey, checkedAtMs: nowMs, progress: { kind: 'unsent' } };
}

/** Whether a list can be given up or changed: while it may be stored, it cannot. */
export function canBeTakenBack(list: WaitingList, situation: Situation): boolean {
  return list.progress.kind !== 'sent' || taskOf(list, situation).kind === 'compare';
}

/**
 * The quantity of a pet with everything that waits: sales and deliveries change it, a count sets it.
 * What the service has refused is left out.
 */
export function expectedQuantity(
  quantity: number,
  petId: bigint,
  lists: readonly WaitingList[],
): number {
  let expected = quantity;
  for (const { kind, lines, progress } of lists) {
    if (progress.kind === 'refused') continue;
    for (const line of lines) {
      if (line.petId !== petId) continue;
      if (kind === 'count') expected = line.units;
      else expected += kind === 'sell' ? -line.units : line.units;
    }
  }
  return Math.max(0, expected);
}

/** The note of a list in the ledger: the person's own, and when the list was made. */
export function noteOf({ note, madeAtMs }: WaitingList): string {
  const made = `[${new Date(madeAtMs).toISOString().slice(0, 16)}Z]`;
  return note.trim() === '' ? made : `${note.trim()} ${made}`;
}

const madeAtForm = /\s?\[(\d{4}-\d\d-\d\dT\d\d:\d\dZ)\]$/;

/** When a ledger entry was made, if it was stored later than that; undefined for all others. */
export function madeAtOf(note: string | null): Date | undefined {
  const made = madeAtForm.exec(note ?? '')?.[1];
  return made === undefined ? undefined : new Date(made);
}

/** What a person has written into a note, without the time at which the list was made. */
export function ownNote(note: string): string {
  return note.replace(madeAtForm, '');
}
