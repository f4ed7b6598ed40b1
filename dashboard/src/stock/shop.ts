import type { InventoryItem, LedgerEntry } from '../../../client/inventory-types.ts';
import { Observable } from '../observable.ts';
import { lowThreshold } from '../preferences.ts';
import type { Filter } from './filter.ts';
import { Marks } from './marks.ts';
import type { Order } from './order.ts';
import type { Pet } from './pet.ts';
import { Stock } from './stock.ts';
import { View } from './view.ts';

/** The one stock of this page and the one view of it, with a number that counts up whenever there is something to draw. */

const drawEveryMs = 16;

export const stock: Stock = new Stock(lowThreshold.value, {
  change: (before, after) => view.change(before, after),
  load: () => view.rebuild(),
});
export const view = new View(() => stock);
export const marks = new Marks();
export const revision = new Observable(0);

let drawing: ReturnType<typeof setTimeout> | undefined;
let sweeping: ReturnType<typeof setTimeout> | undefined;

lowThreshold.subscribe(() => {
  stock.setThreshold(lowThreshold.value);
  draw();
});

export function loadStock(items: readonly InventoryItem[]): void {
  stock.load(items);
  draw();
}

/** A change that came by the stream. */
export function applyEntry(entry: LedgerEntry): void {
  if (!stock.apply(entry)) return;
  marks.add(entry.petId, entry.delta);
  drawSoon();
}

/** The versions that this page has written itself: no news to its user. */
const ownVersions = new Set<number>();

export function isOwn(version: number): boolean {
  return ownVersions.has(version);
}

/** A change of our own. */
export function applyWrite(item: InventoryItem, version: number): void {
  ownVersions.add(version);
  if (!stock.put(item.petId, item, version)) return;
  drawSoon();
}

export function show(filter: Filter, order: Order = view.order): void {
  view.show(filter, order);
  draw();
}

/** Keeps a pet where it is while somebody edits it. */
export function hold(pet: Pet): void {
  view.hold(pet);
  draw();
}

export function release(): void {
  view.release();
  draw();
}

function draw(): void {
  clearTimeout(drawing);
  drawing = undefined;
  stock.publishTotals();
  revision.set(revision.value + 1);
  sweep();
}

/** Thousands of changes a second make no more pictures than the eye can follow. */
function drawSoon(): void {
  drawing ??= setTimeout(draw, drawEveryMs);
}

function sweep(): void {
  clearTimeout(sweeping);
  const againMs = marks.sweep();
  if (againMs !== undefined) sweeping = setTimeout(draw, againMs);
}
