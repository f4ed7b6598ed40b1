import {
  isFar,
  newPetOf,
  type Pet,
  parseQuantity,
  parseWrittenId,
  withAsciiDigits,
  withoutAim,
} from '../stock/pet.ts';
import { codeAsMeant } from '../stock/scanner-layout.ts';
import { outcomeOf, type SheetKind } from './sheet.ts';

/** How the command field finds pets: those in stock, and new ones on the list of a delivery. */
export type PetFinder = {
  readonly withBarcode: (code: string) => Pet | undefined;
  readonly get: (petId: bigint) => Pet | undefined;
  /** The only pet with exactly this name. */
  readonly named: (name: string) => Pet | undefined;
  /** The pets whose name or barcode contains a text. */
  readonly containing: (text: string) => readonly Pet[];
};

/** Whose quantity a guided count asks for. */
export type GuidedCount =
  | { readonly kind: 'off' }
  | { readonly kind: 'asks'; readonly pet: Pet }
  | { readonly kind: 'finished' };

/** Everything that decides what a text in the command field means. */
export type Situation = {
  readonly screen: SheetKind;
  readonly pets: PetFinder;
  /** Whether all pets and their details are known to this page. */
  readonly isLoaded: boolean;
  readonly guided: GuidedCount;
  /** The pet of the line that was entered last. */
  readonly last: Pet | undefined;
  /**
   * What the service says about the text. It can be asked only while it can be reached: a
   * reservation is not known to this page, and a barcode may just have been entered elsewhere.
   */
  readonly service:
    | { readonly kind: 'offline' }
    | { readonly kind: 'not-asked' }
    | { readonly kind: 'answered'; readonly isReservation: boolean };
  /** Whether the user may add pets to the stock. */
  readonly canAddPets: boolean;
};

/** What the dashboard does without a question. */
export type Action =
  | { readonly kind: 'add-one'; readonly pet: Pet }
  | { readonly kind: 'set-last'; readonly pet: Pet; readonly units: number }
  | { readonly kind: 'count'; readonly pet: Pet; readonly units: number }
  | { readonly kind: 'open-reservation'; readonly id: string }
  | { readonly kind: 'new-pet'; readonly petId: string; readonly barcode: string };

export type Question =
  | { readonly kind: 'pet-or-reservation'; readonly text: string }
  | { readonly kind: 'number-or-code'; readonly pet: Pet; readonly units: number }
  | { readonly kind: 'unusual-number'; readonly pet: Pet; readonly units: number }
  | { readonly kind: 'which-pet' }
  | { readonly kind: 'unknown'; readonly text: string }
  /** The scanner types with another keyboard layout than the computer. */
  | { readonly kind: 'other-layout'; readonly text: string; readonly code: string };

export type Refusal =
  | { readonly kind: 'not-loaded' }
  | { readonly kind: 'all-counted' }
  | { readonly kind: 'no-line-to-set' }
  | { readonly kind: 'not-a-number'; readonly text: string }
  | { readonly kind: 'number-too-small' };

/** What a text in the command field means. */
export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'do'; readonly action: Action }
  /** Only the service can tell: decide again with its answer. */
  | { readonly kind: 'ask-service'; readonly reservationId: string | undefined }
  | {
      readonly kind: 'ask-user';
      readonly question: Question;
      readonly answers: readonly Action[];
    }
  | { readonly kind: 'refuse'; readonly refusal: Refusal };

/** A quantity of this many digits or more may be a code that a scanner has typed. */
const doubtfulDigitsMin = 4;

/** How many pets a question lists. */
export const choicesMax = 6;

/**
 * Decides what a text means that was typed or scanned into the command field and ends with Enter or
 * Tab. Only the text and the situation decide, never how fast the text was typed.
 */
export function decide(situation: Situation, text: string): Decision {
  const code = withoutAim(text);
  if (code === '') return { kind: 'nothing' };

  const holder = situation.pets.withBarcode(code);
  if (holder !== undefined) return addOne(holder);

  const number = numberBesideStar(code);
  if (number !== undefined) return decideNumberOfLast(situation, number);

  if (!situation.isLoaded) return refuse({ kind: 'not-loaded' });

  const units = parseQuantity(code);
  const { guided } = situation;
  if (units !== undefined && guided.kind === 'finished') return refuse({ kind: 'all-counted' });
  if (units !== undefined && guided.kind === 'asks')
    return decideCount(situation, guided.pet, code, units);

  return decidePet(situation, code);
}

const addOne = (pet: Pet): Decision => ({ kind: 'do', action: { kind: 'add-one', pet } });

const refuse = (refusal: Refusal): Decision => ({ kind: 'refuse', refusal });

/** The text beside a star, as in `12*` and `*12`; undefined if the text has no star at one end. */
function numberBesideStar(code: string): string | undefined {
  const [, before, after] = /^(?:([^*×]+)[*×]|[*×]([^*×]+))$/.exec(code) ?? [];
  return (before ?? after)?.trim();
}

function decideNumberOfLast({ screen, last }: Situation, number: string): Decision {
  const units = parseQuantity(number);
  if (units === undefined) return refuse({ kind: 'not-a-number', text: number });
  if (last === undefined) return refuse({ kind: 'no-line-to-set' });
  if (units === 0 && screen !== 'count') return refuse({ kind: 'number-too-small' });
  const action = { kind: 'set-last', pet: last, units } as const;
  return isUnusual(screen, last, units) ? askIfRight(action) : { kind: 'do', action };
}

function isUnusual(screen: SheetKind, pet: Pet, units: number): boolean {
  // A sale of more than there is gets an error of its own.
  return screen !== 'sell' && isFar(pet.quantity, outcomeOf(screen, pet, units));
}

function askIfRight(action: Action & { readonly pet: Pet; readonly units: number }): Decision {
  const { pet, units } = action;
  const question = { kind: 'unusual-number', pet, units } as const;
  return { kind: 'ask-user', question, answers: [action] };
}

/** A number in a guided count is the quantity of the pet that the guide names. */
function decideCount(situation: Situation, pet: Pet, code: string, units: number): Decision {
  const action = { kind: 'count', pet, units } as const;
  const isDoubtful = new RegExp(`^\\d{${doubtfulDigitsMin},}$`).test(withAsciiDigits(code));
  if (isDoubtful) {
    const question = { kind: 'number-or-code', pet, units } as const;
    const id = parseWrittenId(code);
    const other = id === undefined ? undefined : situation.pets.get(id);
    const answers = other === undefined ? newPet(situation, code) : [addAnswer(other)];
    return { kind: 'ask-user', question, answers: [action, ...answers] };
  }
  return isUnusual(situation.screen, pet, units) ? askIfRight(action) : { kind: 'do', action };
}

const addAnswer = (pet: Pet): Action => ({ kind: 'add-one', pet });

function newPet({ canAddPets }: Situation, code: string): readonly Action[] {
  return canAddPets ? [{ kind: 'new-pet', ...newPetOf(code) }] : [];
}

/** A text that is neither a barcode nor a number beside a star names a pet or a reservation. */
function decidePet(situation: Situation, code: string): Decision {
  const { pets, service, screen } = situation;
  const id = parseWrittenId(code);
  const pet = (id === undefined ? undefined : pets.get(id)) ?? pets.named(code);
  const isNumber = /^\d+$/.test(withAsciiDigits(code));
  const reservationId = screen === 'sell' ? reservationIdIn(code) : undefined;

  // "pet 7" and a name are clear. The number 7 may be a pet's and a reservation's.
  if (pet !== undefined && (!isNumber || reservationId === undefined)) return addOne(pet);
  const found = pet === undefined ? pets.containing(code) : [];
  const canBeUnknown = pet === undefined && found.length === 0;
  if (service.kind === 'not-asked' && (reservationId !== undefined || canBeUnknown))
    return { kind: 'ask-service', reservationId };

  if (reservationId !== undefined && service.kind === 'answered' && service.isReservation) {
    const action = { kind: 'open-reservation', id: reservationId } as const;
    if (pet === undefined) return { kind: 'do', action };
    const question = { kind: 'pet-or-reservation', text: code } as const;
    return { kind: 'ask-user', question, answers: [addAnswer(pet), action] };
  }
  if (pet !== undefined) return addOne(pet);
  if (found.length > 0) {
    const answers = found.slice(0, choicesMax).map(addAnswer);
    return { kind: 'ask-user', question: { kind: 'which-pet' }, answers };
  }
  return askAboutUnknown(situation, code);
}

function askAboutUnknown(situation: Situation, text: string): Decision {
  const { pets } = situation;
  const code = codeAsMeant(text);
  if (code === undefined) {
    const question = { kind: 'unknown', text } as const;
    return { kind: 'ask-user', question, answers: newPet(situation, text) };
  }
  const question = { kind: 'other-layout', text, code } as const;
  const meant = pets.withBarcode(code) ?? pets.named(code);
  const answers = meant === undefined ? newPet(situation, code) : [addAnswer(meant)];
  return { kind: 'ask-user', question, answers };
}

/** The id of a reservation: the text itself, or the rest of a text such as "order 7". */
function reservationIdIn(code: string): string | undefined {
  const id = code.replace(/^(?:reservation|order)\s+/i, '');
  return /^[\w.~:-]{1,128}$/.test(id) ? id : undefined;
}
