import { quantityMax } from '@pawstock/shared/item.ts';
import { t } from '../messages/all.ts';
import { Observable } from '../state/observable.ts';
import { readJson, writeJson } from '../state/storage.ts';
import { type Pet, parseQuantity, petOf, writeQuantity } from '../stock/pet.ts';
import { reserved } from '../stock/reserved.ts';
import { stock } from '../stock/store.ts';
import { expectedPet } from '../waiting/expected-pet.ts';
import {
  isBlank,
  type Line,
  newSheet,
  outcomeOf,
  type Sheet,
  type SheetKind,
  sheetKinds,
} from './sheet.ts';

export const sheets: Readonly<Record<SheetKind, Observable<Sheet>>> = {
  sell: new Observable(newSheet('sell')),
  receiving: new Observable(newSheet('receiving')),
  count: new Observable(newSheet('count')),
};

export function updateSheet(kind: SheetKind, change: Partial<Sheet>): void {
  sheets[kind].set({ ...sheets[kind].value, ...change });
}

export function editSheet(
  kind: SheetKind,
  change: Partial<Pick<Sheet, 'lines' | 'reason' | 'note'>>,
): void {
  if (whyLocked(sheets[kind].value) === undefined)
    updateSheet(kind, { ...change, error: undefined });
}

/**
 * Why the user cannot change the lines: they are being saved, may be saved already, or belong to a
 * reservation.
 */
export function whyLocked({ isSaving, sent, reservation }: Sheet): string | undefined {
  if (isSaving || sent !== undefined) return t('counter.isBeingSaved');
  return reservation && t('counter.reservationFirst', { id: reservation.id });
}

export function editLine(kind: SheetKind, petId: bigint, change: Partial<Line>): void {
  const { lines } = sheets[kind].value;
  editSheet(kind, {
    lines: lines.map((line) => (line.petId === petId ? { ...line, ...change } : line)),
  });
}

/** The IDs of the new pets on the list of a delivery, which are not in stock yet. */
export function newOnList(): bigint[] {
  const { lines } = sheets.receiving.value;
  return lines.filter(({ newPet }) => newPet !== undefined).map(({ petId }) => petId);
}

export function removeLine(kind: SheetKind, petId: bigint): void {
  editSheet(kind, { lines: sheets[kind].value.lines.filter((line) => line.petId !== petId) });
}

/**
 * Puts a line for a pet at the top of the list and removes the pet's old line. `known` sets values
 * of the new line.
 */
export function putLine(kind: SheetKind, pet: Pet, amount: number, known?: Partial<Line>): void {
  const { id: petId, quantity: seen } = pet;
  const others = sheets[kind].value.lines.filter((line) => line.petId !== petId);
  const line = { petId, seen, version: stock.versionOf(petId), doubted: '', ...known };
  editSheet(kind, {
    lines: [{ ...line, amount: writeQuantity(amount) }, ...others],
  });
}

/** Why this many units of a pet cannot be sold; undefined if they can. */
export function shortageOf(pet: Pet, amount: number): string | undefined {
  const held = reserved.value.get(pet.id) ?? 0;
  const left = Math.max(0, pet.quantity - held);
  if (amount <= left) return undefined;
  return held === 0
    ? t('counter.shortage', { left })
    : t('counter.shortageReserved', { left, held });
}

/** The pet of a line: from the stock, or the new pet that the line adds to it. */
export function petOfLine({ petId, newPet }: Line): Pet | undefined {
  const pet = stock.get(petId);
  if (pet !== undefined) return expectedPet(pet);
  if (newPet === undefined) return undefined;
  return petOf({ petId, quantity: 0, status: newPet.status }, newPet);
}

/**
 * Why a line cannot be saved: it has no valid amount, its pet is gone, the stock is too small, the
 * pet is pending or sold, another pet was added with the ID of a new one, or the pet has
 * changed since it was counted.
 */
export function problemOf(kind: SheetKind, line: Line, pet: Pet | undefined) {
  if (isBlank(line)) return undefined;
  if (pet === undefined) return 'gone';
  if (line.newPet !== undefined && stock.get(line.petId) !== undefined) return 'taken';
  const amount = parseQuantity(line.amount);
  if (amount === undefined || (kind !== 'count' && amount === 0)) return 'amount';
  // When a reservation is sold, its units are reserved already, so they need not be free to sell.
  const isFree = kind === 'sell' && sheets.sell.value.reservation === undefined;
  if (isFree && shortageOf(pet, amount) !== undefined) return 'short';
  if (isFree && pet.status !== 'available' && line.soldDespite !== pet.status)
    return 'not-for-sale';
  if (outcomeOf(kind, pet, amount) > quantityMax) return 'amount';
  return kind === 'count' && hasChanged(line, pet) ? 'changed' : undefined;
}

export function countProblems(kind: SheetKind): number {
  const { lines } = sheets[kind].value;
  return lines.filter((line) => problemOf(kind, line, petOfLine(line)) !== undefined).length;
}

/**
 * Whether a pet has changed since it was counted: by version if both versions are known, and
 * otherwise by quantity.
 */
function hasChanged({ petId, seen, version }: Line, { quantity }: Pet): boolean {
  const current = stock.versionOf(petId);
  return version === undefined || current === undefined ? quantity !== seen : current !== version;
}

/**
 * The lists belong to the device, not to a person: the next person goes on with them, and the ledger
 * says who saved them.
 */
function load(kind: SheetKind): void {
  sheets[kind].set({ ...newSheet(kind), ...readJson<Partial<Sheet>>('local', kind) });
}

function store(kind: SheetKind): void {
  const { isSaving, error, askedAtMs, ...stored } = sheets[kind].value;
  const isEmpty = stored.lines.length === 0 && stored.note === '';
  writeJson('local', kind, isEmpty ? undefined : stored);
}

/** Restores the sale, delivery and count from this browser, and stores changes from now on. */
export function followSheets(): void {
  sheetKinds.forEach(load);
  window.addEventListener('storage', ({ key }) => {
    const kind = sheetKinds.find((one) => key === `pawstock.${one}`);
    if (kind !== undefined && !sheets[kind].value.isSaving) load(kind);
  });
  for (const kind of sheetKinds) sheets[kind].subscribe(() => store(kind));
}
