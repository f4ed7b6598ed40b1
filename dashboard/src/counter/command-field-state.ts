import { barcodeKey } from '@pawstock/shared/barcode.ts';
import { t } from '../messages/all.ts';
import { session } from '../session/session.ts';
import { Observable } from '../state/observable.ts';
import { readJson, writeJson } from '../state/storage.ts';
import { areDetailsLoaded, labelOf } from '../stock/details.ts';
import { connection } from '../stock/live-updates.ts';
import { askAboutCode, fold, type Pet, parseWrittenId } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { isTooSoon } from '../ui/answer-time.ts';
import { playTone } from '../ui/sound.ts';
import { expectedPet } from '../waiting/expected-pet.ts';
import {
  type Action,
  type Decision,
  decide,
  type GuidedCount,
  type PetFinder,
  type Question,
  type Refusal,
  type Situation,
} from './command.ts';
import { guide, isBlind, remainingPets } from './guide.ts';
import { askService, perform } from './perform.ts';
import { type SheetKind, sheetKinds } from './sheet.ts';
import { petOfLine, sheets } from './sheets.ts';

/** What the command field of a screen shows below the text. */
type FieldState =
  | { readonly kind: 'ready' }
  /** The service is asked, or a list is saved. What is entered meanwhile waits for its turn. */
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'asking';
      readonly question: Question;
      readonly answers: readonly Action[];
      /** The index of the answer that Enter gives; -1 if the user must choose one first. */
      readonly chosen: number;
      readonly text: string;
      readonly sinceMs: number;
    }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly text: string;
      readonly sinceMs: number;
    };

export type CommandField = {
  readonly text: string;
  /** The pet whose quantity a guided count asked for when the user began to type. */
  readonly aimedAt: string | undefined;
  readonly state: FieldState;
};

const empty: CommandField = { text: '', aimedAt: undefined, state: { kind: 'ready' } };

/** The command fields of the three screens. They outlive the screens, and a reload of the tab. */
export const fields: Readonly<Record<SheetKind, Observable<CommandField>>> = {
  sell: new Observable(empty),
  receiving: new Observable(empty),
  count: new Observable(empty),
};

function update(kind: SheetKind, change: Partial<CommandField>): void {
  fields[kind].set({ ...fields[kind].value, ...change });
}

/**
 * The id of the API key whose user types, also after they have signed out: what they typed is not
 * for the next user, whose scan would be added to it.
 */
const typist = new Observable<number | undefined>(undefined);

/** Keeps what is typed in this tab, for each user. */
export function followCommandFields(): void {
  const load = () => {
    for (const kind of sheetKinds) {
      const stored = readJson<Pick<CommandField, 'text' | 'aimedAt'>>('session', nameOf(kind));
      fields[kind].set({ ...empty, ...stored });
    }
  };
  const followTypist = () => {
    if (session.value.kind === 'signed-in') typist.set(session.value.key.id);
  };
  typist.subscribe(load);
  followTypist();
  session.subscribe(followTypist);
  for (const kind of sheetKinds) {
    fields[kind].subscribe(() => {
      const { text, aimedAt, state } = fields[kind].value;
      const isKept = text !== '' && state.kind === 'ready';
      writeJson('session', nameOf(kind), isKept ? { text, aimedAt } : undefined);
    });
  }
}

const nameOf = (kind: SheetKind) => `${kind}.${typist.value}.command`;

export function typeText(kind: SheetKind, text: string): void {
  const { text: before, aimedAt, state } = fields[kind].value;
  const aim = before === '' ? nextPet()?.text : aimedAt;
  update(kind, {
    text,
    aimedAt: text === '' ? undefined : aim,
    state: state.kind === 'waiting' ? state : { kind: 'ready' },
  });
}

export function clearField(kind: SheetKind): void {
  typeText(kind, '');
}

/** The pet that a guided count asks for next. */
function nextPet(): Pet | undefined {
  const [pet] = guide.value === undefined ? [] : remainingPets(guide.value);
  return pet && expectedPet(pet);
}

/** The guided count of a screen, and whether it asks for another pet than when the user began. */
export function guidedCount(kind: SheetKind): { count: GuidedCount; hasMoved: boolean } {
  if (kind !== 'count' || guide.value === undefined)
    return { count: { kind: 'off' }, hasMoved: false };
  const pet = nextPet();
  if (pet === undefined) return { count: { kind: 'finished' }, hasMoved: false };
  const { aimedAt } = fields.count.value;
  return { count: { kind: 'asks', pet }, hasMoved: aimedAt !== undefined && aimedAt !== pet.text };
}

/** Finds the pets in stock, and the new pets on the list. */
function petFinder(kind: SheetKind): PetFinder {
  const added = sheets[kind].value.lines
    .filter(({ newPet }) => newPet !== undefined)
    .flatMap((line) => petOfLine(line) ?? []);
  const inStock = (pet: Pet | undefined) => pet && expectedPet(pet);
  return {
    withBarcode: (code) =>
      inStock(stock.withBarcode(code)) ??
      added.find((pet) => pet.barcode !== '' && pet.barcodeKey === barcodeKey(code)),
    get: (petId) => inStock(stock.get(petId)) ?? added.find(({ id }) => id === petId),
    named: (name) =>
      inStock(stock.named(name)) ?? added.find(({ foldedName }) => foldedName === fold(name)),
    containing: (text) => stock.containing(text).map(expectedPet),
  };
}

function situationOf(kind: SheetKind, service: Situation['service']): Situation {
  const [line] = sheets[kind].value.lines;
  const current = session.value;
  const scope = current.kind === 'signed-in' ? current.key.scope : 'read';
  return {
    screen: kind,
    pets: petFinder(kind),
    isLoaded: connection.value.loaded === 'all' && areDetailsLoaded(),
    guided: guidedCount(kind).count,
    last: line === undefined ? undefined : petOfLine(line),
    service,
    canAddPets: scope === 'admin' || scope === 'owner',
  };
}

/** A text that was entered, perhaps while an earlier one waits. */
type Entered = { readonly kind: SheetKind; readonly text: string; readonly hasMoved: boolean };

let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Takes the text in the command field, or the chosen answer to the question below it. `atMs` is the
 * time of the key. Texts take effect in the order in which they were entered.
 */
export async function enter(kind: SheetKind, atMs: number): Promise<void> {
  const { text, state } = fields[kind].value;
  if ((state.kind === 'asking' || state.kind === 'refused') && text === state.text) {
    // A held key, and the second Enter of a scanner, answer no question.
    if (isTooSoon(state.sinceMs, atMs)) return;
    const answer = state.kind === 'asking' ? state.answers[state.chosen] : undefined;
    if (answer !== undefined) return choose(kind, answer);
  }
  if (text.trim() === '') return;
  const { hasMoved } = guidedCount(kind);
  update(kind, { ...empty, state: waiting > 0 ? { kind: 'waiting' } : { kind: 'ready' } });
  await inTurn(kind, () => take({ kind, text, hasMoved }, atMs));
}

/** Gives an answer to the question below the field. */
export function choose(kind: SheetKind, answer: Action): Promise<void> {
  update(kind, empty);
  return inTurn(kind, async () => {
    const refusal = await perform(kind, answer, true);
    if (refusal !== undefined) showRefusal(kind, refusal, '', performance.now());
  });
}

/**
 * Takes what is still in the field before a list is saved. Returns whether the list can be saved
 * now: not if there is a question or an error, or if the text has opened a reservation.
 */
export async function takeRest(kind: SheetKind): Promise<boolean> {
  const hadReservation = sheets[kind].value.reservation !== undefined;
  if (fields[kind].value.state.kind === 'asking' && fields[kind].value.text !== '') return false;
  await enter(kind, performance.now());
  await turn;
  const { text, state } = fields[kind].value;
  const hasReservation = sheets[kind].value.reservation !== undefined;
  return text === '' && state.kind === 'ready' && hadReservation === hasReservation;
}

/**
 * Runs `work` at once if nothing waits, and otherwise after the texts that were entered before.
 * Running at once matters: the next scan may follow immediately.
 */
function inTurn(kind: SheetKind, work: () => Promise<void>): Promise<void> {
  waiting++;
  const run = async () => {
    try {
      await work();
    } finally {
      waiting--;
      if (waiting === 0 && fields[kind].value.state.kind === 'waiting')
        update(kind, { state: { kind: 'ready' } });
    }
  };
  const done = waiting === 1 ? run() : turn.then(run);
  turn = done.catch(() => undefined);
  return done;
}

async function take(entered: Entered, atMs: number): Promise<void> {
  const { kind, text, hasMoved } = entered;
  await untilSaved(kind);
  const isLive = connection.value.state === 'live';
  const first = decide(situationOf(kind, { kind: isLive ? 'not-asked' : 'offline' }), text);
  const decision = first.kind === 'ask-service' ? await decideWithService(entered, first) : first;
  const shownAtMs = Math.max(atMs, first === decision ? 0 : performance.now());
  switch (decision.kind) {
    case 'nothing':
    case 'ask-service':
      return;
    case 'refuse':
      return showRefusal(kind, describeRefusal(decision.refusal), text, shownAtMs);
    case 'ask-user':
      return showQuestion(kind, decision, text, shownAtMs);
    case 'do': {
      const { action } = decision;
      if (action.kind === 'count' && hasMoved) {
        const asked = t('counter.howMany', { pet: labelOf(action.pet.id), least: 0 });
        return showRefusal(kind, asked, text, shownAtMs);
      }
      const refusal = await perform(kind, action, false);
      if (refusal !== undefined) showRefusal(kind, refusal, text, shownAtMs);
    }
  }
}

/** What is entered while a list is saved belongs to the next list. */
async function untilSaved(kind: SheetKind): Promise<void> {
  if (!sheets[kind].value.isSaving) return;
  update(kind, { state: { kind: 'waiting' } });
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = sheets[kind].subscribe(() => {
    if (!sheets[kind].value.isSaving) resolve();
  });
  await promise;
  unsubscribe();
}

async function decideWithService(
  { kind, text }: Entered,
  { reservationId }: Extract<Decision, { kind: 'ask-service' }>,
): Promise<Decision> {
  update(kind, { state: { kind: 'waiting' } });
  try {
    const isReservation = await askService(reservationId);
    return decide(situationOf(kind, { kind: 'answered', isReservation }), text);
  } catch {
    return decide(situationOf(kind, { kind: 'offline' }), text);
  }
}

/** Puts a text that has no effect yet back into the field, unless the user has typed on. */
function putBack(kind: SheetKind, text: string): string {
  return fields[kind].value.text === '' ? text : fields[kind].value.text;
}

function showRefusal(kind: SheetKind, message: string, text: string, sinceMs: number): void {
  playTone('refused');
  update(kind, {
    text: putBack(kind, text),
    aimedAt: nextPet()?.text,
    state: { kind: 'refused', message, text, sinceMs },
  });
}

function showQuestion(
  kind: SheetKind,
  { question, answers }: Extract<Decision, { kind: 'ask-user' }>,
  text: string,
  sinceMs: number,
): void {
  playTone('refused');
  const isYesOrNo = question.kind === 'unusual-number' || question.kind === 'number-or-code';
  const chosen = isYesOrNo ? 0 : -1;
  update(kind, {
    text: putBack(kind, text),
    state: { kind: 'asking', question, answers, chosen, text, sinceMs },
  });
}

export function moveChoice(kind: SheetKind, chosen: number): void {
  const { state } = fields[kind].value;
  if (state.kind === 'asking') update(kind, { state: { ...state, chosen } });
}

/** Shows the pets whose name or barcode contains the typed text as answers to choose from. */
export function showSuggestions(kind: SheetKind, answers: readonly Action[], chosen: number): void {
  const { text } = fields[kind].value;
  const question = { kind: 'which-pet' } as const;
  const sinceMs = Number.NEGATIVE_INFINITY;
  update(kind, { state: { kind: 'asking', question, answers, chosen, text, sinceMs } });
}

export function describeQuestion(kind: SheetKind, question: Question): string {
  switch (question.kind) {
    case 'pet-or-reservation':
      return t('counter.petOrReservationQuestion', { text: question.text });
    case 'which-pet':
      return t('counter.severalMatch');
    case 'number-or-code':
      return t('counter.numberOrCode', { code: String(question.units) });
    case 'unusual-number': {
      const isHidden = kind === 'count' && isBlind.value;
      const asked = { amount: question.units, now: question.pet.quantity };
      return t(isHidden ? 'counter.isRight' : 'counter.isRightNow', asked);
    }
    case 'other-layout': {
      const { text, code } = question;
      return t('stock.otherLayout', { text, code });
    }
    case 'unknown':
      return describeUnknown(kind, question.text);
  }
}

function describeUnknown(kind: SheetKind, text: string): string {
  const { canAddPets } = situationOf(kind, { kind: 'offline' });
  const next = canAddPets ? 'add' : 'ask';
  if (kind === 'sell') {
    const isLive = connection.value.state === 'live';
    return t('counter.unknown', { what: isLive ? 'reservation' : 'offline', text, next });
  }
  const id = parseWrittenId(text);
  if (id === undefined) return t('counter.unknown', { what: 'name', text, next });
  return t('counter.unknown', { what: 'id', text: String(id), next });
}

function describeRefusal(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'not-loaded':
      return t('table.notAllLoaded');
    case 'all-counted':
      return t('counter.allCountedAlready');
    case 'no-line-to-set':
      return t('counter.noLineYet');
    case 'number-too-small':
      return t('counter.wholeNumberFrom', { least: 1 });
    case 'not-a-number':
      return askAboutCode(refusal.text) ?? t('edit.enterWholeNumber');
  }
}

/** The words for an answer. */
export function describeAnswer(action: Action): string {
  switch (action.kind) {
    case 'add-one':
      return labelOf(action.pet.id);
    case 'set-last':
    case 'count':
      return t('counter.numberOf', { units: action.units, pet: labelOf(action.pet.id) });
    case 'open-reservation':
      return t('counter.reservation', { id: action.id });
    case 'new-pet':
      return t('counter.addPet');
  }
}
