import { locale } from '../messages/language.ts';
import { Observable } from '../state/observable.ts';
import { readJson, readStorage, writeJson, writeStorage } from '../state/storage.ts';
import type { Pet } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { sheets } from './sheets.ts';

export type Order = 'pet' | 'name';

export type Guide = {
  readonly order: Order;
  /** The IDs of pets that have been counted and saved, as text. */
  readonly done: readonly string[];
  /** The IDs of pets that the user has put off. They are counted last, in this order. */
  readonly later: readonly string[];
};

/**
 * The guided count of this device, stored in this browser; undefined while pets are counted
 * in any order.
 */
export const guide = new Observable<Guide | undefined>(undefined);

/** Whether the expected quantity is hidden until a pet has been counted. */
export const isBlind = new Observable(false);

export function startGuide(order: Order): void {
  guide.set({ done: [], later: [], ...guide.value, order });
}

export function putOff({ text }: Pet): void {
  const { value } = guide;
  if (value !== undefined)
    guide.set({ ...value, later: [...value.later.filter((id) => id !== text), text] });
}

export function markDone(petIds: readonly bigint[]): void {
  const { value } = guide;
  if (value !== undefined) guide.set({ ...value, done: [...value.done, ...petIds.map(String)] });
}

const collator = new Intl.Collator(locale);

/**
 * The pets that are still to be counted in a guided count, in the order in which the user counts
 * them.
 */
export function remainingPets({ order, done, later }: Guide): readonly Pet[] {
  const counted = new Set([...done, ...sheets.count.value.lines.map(({ petId }) => String(petId))]);
  const left = stock.sorted.filter(({ text }) => !counted.has(text));
  const putOffAt = new Map(later.map((text, index) => [text, index + 1]));
  const place = ({ text }: Pet) => putOffAt.get(text) ?? 0;
  return left.sort(
    (a, b) => place(a) - place(b) || (order === 'name' ? collator.compare(a.name, b.name) : 0),
  );
}

/** Restores the guided count from this browser, and stores its changes from now on. */
export function followGuide(): void {
  const load = () => guide.set(readJson<Guide>('local', 'guide'));
  isBlind.set(readStorage('local', 'blind') === 'yes');
  isBlind.subscribe(() => writeStorage('local', 'blind', isBlind.value ? 'yes' : undefined));
  load();
  window.addEventListener('storage', ({ key }) => {
    if (key === 'pawstock.guide') load();
  });
  guide.subscribe(() => writeJson('local', 'guide', guide.value));
}
