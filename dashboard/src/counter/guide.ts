import { session } from '../session/session.ts';
import { Observable } from '../state/observable.ts';
import { readStorage, writeStorage } from '../state/storage.ts';
import type { Pet } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { sheets } from './sheet.ts';

export type Order = 'pet' | 'name';

/** A guided count of all pets, one after the other. */
export type Guide = {
  readonly order: Order;
  /** Pets that have been counted and saved. */
  readonly done: ReadonlySet<bigint>;
  /** Pets that the user put off. They come last, in this order. */
  readonly later: readonly bigint[];
};

/** The guided count of the current key, stored in this browser; undefined while pets are counted in any order. */
export const guide = new Observable<Guide | undefined>(undefined);

/** Whether the expected quantity is hidden until a pet has been counted. */
export const isBlind = new Observable(false);

export function setBlind(next: boolean): void {
  isBlind.set(next);
  writeStorage('local', 'blind', next ? 'yes' : undefined);
}

export function startGuide(order: Order): void {
  guide.set({ done: new Set(), later: [], ...guide.value, order });
}

export function endGuide(): void {
  guide.set(undefined);
}

export function putOff(petId: bigint): void {
  const { value } = guide;
  if (value !== undefined) guide.set({ ...value, later: [...value.later.filter((id) => id !== petId), petId] });
}

export function markDone(petIds: readonly bigint[]): void {
  const { value } = guide;
  if (value !== undefined) guide.set({ ...value, done: new Set([...value.done, ...petIds]) });
}

const collator = new Intl.Collator();

/** The pets that are neither saved nor on the list yet, in the order in which they are to be counted. */
export function remainingPets({ order, done, later }: Guide): readonly Pet[] {
  const entered = new Set(sheets.count.value.lines.map(({ petId }) => petId));
  const putOffAt = new Map(later.map((petId, index) => [petId, index + 1]));
  const left = stock.sorted.filter(({ id }) => !done.has(id) && !entered.has(id));
  const place = ({ id }: Pet) => putOffAt.get(id) ?? 0;
  return left.sort((a, b) => place(a) - place(b) || (order === 'name' ? collator.compare(a.name, b.name) : 0));
}

type Stored = { readonly order: Order; readonly done: readonly string[]; readonly later: readonly string[] };

let owner: string | undefined;

function loadOwn(): void {
  const current = session.value;
  if (current.kind !== 'signed-in' || current.key.name === owner) return;
  owner = current.key.name;
  guide.set(read());
}

function read(): Guide | undefined {
  try {
    const { order, done, later } = JSON.parse(readStorage('local', `guide.${owner}`) ?? '') as Stored;
    return { order, done: new Set(done.map(BigInt)), later: later.map(BigInt) };
  } catch {
    return undefined;
  }
}

function store(): void {
  const { value } = guide;
  const stored = value && { order: value.order, done: [...value.done].map(String), later: value.later.map(String) };
  writeStorage('local', `guide.${owner}`, stored && JSON.stringify(stored));
}

/** Reads the guide of the user who is signed in, and stores what changes from now on. */
export function followGuide(): void {
  isBlind.set(readStorage('local', 'blind') === 'yes');
  loadOwn();
  session.subscribe(loadOwn);
  guide.subscribe(store);
}
