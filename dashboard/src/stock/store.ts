import type { InventoryItem, LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { lowThreshold } from '../state/storage.ts';
import { details, detailsOf } from './details.ts';
import { formatQuery, parseQuery, type ViewState } from './filter-and-sort.ts';
import type { Pet } from './pet.ts';
import { Stock } from './stock.ts';

/**
 * Connects the stock to React. Changes of single pets are collected and rendered together, about
 * once a frame.
 */

const renderIntervalMs = 16;
const highlightMs = 2_600;
const highlightsMax = 500;

export const stock = new Stock(lowThreshold.value, detailsOf);
export const { view } = stock;

/**
 * Takes the filter and the sort order from the URL. Applies later changes of details or the
 * low-stock threshold.
 */
export function startStock(): void {
  view.update(parseQuery(location.search));
  const update = () => {
    stock.update(lowThreshold.value);
    render();
  };
  update();
  lowThreshold.subscribe(update);
  details.subscribe(update);
}

const revision = new Observable(0);

/** Renders the component again whenever a pet, the filter or the sort order has changed. */
export function useStockView() {
  useObservable(revision);
  return { stock, view };
}

export function loadStock(items: readonly InventoryItem[]): void {
  stock.load(items);
  render();
}

/**
 * Applies a ledger entry from the event stream and highlights the pet's row, unless the entry is
 * known already.
 */
export function applyEntry({ petId, after, status, seq, delta }: LedgerEntry): void {
  if (!stock.put(petId, after === null ? undefined : { petId, quantity: after, status }, seq))
    return;
  highlight(petId, delta);
  renderSoon();
}

const ownVersions = new Set<number>();

export function applyWrite(item: InventoryItem, version: number): void {
  ownVersions.add(version);
  applyRead(item, version);
}

export function applyRead(item: InventoryItem, version: number): void {
  if (stock.put(item.petId, item, version)) renderSoon();
}

export function isOwnWrite(version: number): boolean {
  return ownVersions.has(version);
}

export function updateView(change: Partial<ViewState>): void {
  view.update(change);
  updateUrl();
  render();
}

/** Safari refuses more than 100 updates of the URL in 30 seconds. */
const urlIntervalMs = 350;
let urlTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Writes the filter and the sort order into the URL, at once or when Safari allows the next update.
 */
function updateUrl(): void {
  if (urlTimer !== undefined) return;
  const write = () =>
    history.replaceState(history.state, '', location.pathname + formatQuery(view) + location.hash);
  write();
  urlTimer = setTimeout(() => {
    urlTimer = undefined;
    write();
  }, urlIntervalMs);
}

/** Keeps a pet's row where it is while the pet is being edited. */
export function pinRow(pet: Pet): void {
  view.pin(pet);
  render();
}

export function unpinRow(): void {
  view.unpin();
  render();
}

/**
 * The table row that Tab moves the focus to. Each call of focusRow sets a new object, so each call
 * moves the focus.
 */
export const activeRow = new Observable<
  { readonly petId: bigint; readonly takeFocus: boolean } | undefined
>(undefined);

export function focusRow(petId: bigint): void {
  activeRow.set({ petId, takeFocus: true });
}

export function markRowActive(petId: bigint): void {
  if (activeRow.value?.petId !== petId) activeRow.set({ petId, takeFocus: false });
}

let renderTimer: ReturnType<typeof setTimeout> | undefined;

function render(): void {
  clearTimeout(renderTimer);
  renderTimer = undefined;
  revision.set(revision.value + 1);
}

function renderSoon(): void {
  renderTimer ??= setTimeout(render, renderIntervalMs);
}

/** Pets whose rows are highlighted because they have just changed, oldest first. */
const highlights = new Map<bigint, { readonly delta: number }>();

/** By how much a pet has just changed; undefined a few seconds later. */
export function highlightOf(id: bigint): number | undefined {
  return highlights.get(id)?.delta;
}

function highlight(id: bigint, delta: number): void {
  const highlighted = { delta };
  highlights.delete(id);
  highlights.set(id, highlighted);
  const [oldest] = highlights.keys();
  if (highlights.size > highlightsMax && oldest !== undefined) highlights.delete(oldest);
  setTimeout(() => {
    if (highlights.get(id) !== highlighted) return;
    highlights.delete(id);
    renderSoon();
  }, highlightMs);
}
