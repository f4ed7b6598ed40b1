import type { KeyboardEvent } from 'react';
import { editPet } from '../edit/saving.ts';
import { openHistory } from '../history/history.ts';
import { overlay } from '../shell/overlay.ts';
import { view } from '../stock/shop.ts';
import { activePet, focusPet } from './focus.ts';

type Terms = { readonly rowHeight: number; readonly write: boolean };

/** What keys do while a row of the table has the focus. */
export function onTableKey(event: KeyboardEvent, { rowHeight, write }: Terms): void {
  const row = event.target instanceof HTMLElement ? event.target : undefined;
  if (row?.dataset['pet'] === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows } = view;
  const index = activePet.value === undefined ? 0 : Math.max(0, view.indexOf(activePet.value.id));
  const pet = rows[index];
  if (pet === undefined) return;
  const page = Math.max(1, Math.floor(window.innerHeight / rowHeight) - 4);
  const moves: Readonly<Record<string, number>> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: rows.length - 1,
  };
  const actions: Readonly<Record<string, () => void>> = {
    Enter: () => (write ? editPet(pet.id) : openHistory(pet.id)),
    h: () => openHistory(pet.id),
    m: () => overlay.set({ kind: 'row-menu', petId: pet.id, anchor: row }),
  };
  const to = moves[event.key];
  const target = to === undefined ? undefined : rows[Math.min(Math.max(to, 0), rows.length - 1)];
  if (target === undefined && actions[event.key] === undefined) return;
  event.preventDefault();
  if (target === undefined) actions[event.key]?.();
  else focusPet(target.id);
}
