import type { InventoryItem, LedgerEntry } from '../../../client/inventory-types.ts';
import { Observable, useObservable } from '../state/observable.ts';
import { lowThreshold } from '../state/storage.ts';
import { details, detailsOf } from './details.ts';
import { formatQuery, parseQuery, type ViewState } from './filter-and-sort.ts';
import type { Pet } from './pet.ts';
import { Stock } from './stock.ts';

/** The stock and its view as one external store for React, with at most one render per frame. */

const renderIntervalMs = 16;
const highlightMs = 2_600;
const highlightsMax = 500;

export const stock = new Stock(lowThreshold.value, detailsOf);
export const { view } = stock;

/** Takes the filter and the order from the URL, and follows the settings and the details from now on. */
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

/** Renders the component again whenever the stock or the view has changed. */
export function useStockView() {
  useObservable(revision);
  return { stock, view };
}

export function loadStock(items: readonly InventoryItem[]): void {
  stock.load(items);
  render();
}

/** Applies a change from the event stream and highlights its row, unless it is known, such as a write of this page. */
export function applyEntry({ petId, after, status, seq, delta }: LedgerEntry): void {
  if (!stock.put(petId, after === null ? undefined : { petId, quantity: after, status }, seq)) return;
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

/** Writes the filter and the order into the URL now, or at the end of the current interval. */
function updateUrl(): void {
  if (urlTimer !== undefined) return;
  const write = () => history.replaceState(history.state, '', location.pathname + formatQuery(view) + location.hash);
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

/** The row that the Tab key reaches. Each request to focus sets a new object, so that a repeated one is noticed. */
export const activeRow = new Observable<{ readonly petId: bigint; readonly takeFocus: boolean } | undefined>(undefined);

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

/** Rows that have just changed, oldest first. */
const highlights = new Map<bigint, { readonly delta: number }>();

/** By how much a pet has just changed; undefined a moment later. */
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
