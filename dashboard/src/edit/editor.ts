import { t } from '../messages/first.ts';
import { closeOnBack } from '../state/back.ts';
import { Observable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { readJson, writeJson } from '../state/storage.ts';
import { detailsOf, labelOf } from '../stock/details.ts';
import { petOf } from '../stock/pet.ts';
import { pinRow, stock, unpinRow } from '../stock/store.ts';
import { notify } from '../ui/notifications.tsx';
import type { Draft } from './draft.ts';
import {
  type Editor,
  type EditorEvent,
  editing,
  isUnsaved,
  reduceEditor,
  unconfirmedOf,
} from './editor-state.ts';

export const editor = new Observable<Editor | undefined>(undefined);

export function dispatch(event: EditorEvent): void {
  editor.set(reduceEditor(editor.value, event));
}

/**
 * Restores the editor that was open before a reload, and stores its input in sessionStorage from
 * now on.
 */
export function startEditor(): void {
  const stored = readJson<Pick<Editor, 'draft' | 'unconfirmed'>>('session', 'draft');
  editor.set(stored && editing({ ...stored, doubted: undefined }));
  followBack();
  editor.subscribe(() => {
    const open = editor.value;
    writeJson('session', 'draft', open && { draft: open.draft, unconfirmed: unconfirmedOf(open) });
    followBack();
  });
  reconnections.subscribe(() => dispatch({ kind: 'reconnected' }));
}

let release: (() => void) | undefined;

/** Lets the Back button close the editor, unless it has unsaved input. */
function followBack(): void {
  if (editor.value === undefined) {
    release?.();
    release = undefined;
  } else {
    release ??= closeOnBack(() => {
      if (mustFinishFirst()) return false;
      release = undefined;
      return closeEditor();
    });
  }
}

export function unsavedPet(): string | undefined {
  const open = editor.value;
  return open !== undefined && isUnsaved(open) ? labelOf(open.draft.petId) : undefined;
}

/**
 * Whether the open editor has unsaved input. If so, a notification asks the user to save or cancel
 * first.
 */
function mustFinishFirst(): boolean {
  const pet = unsavedPet();
  if (pet !== undefined) notify({ tone: 'error', text: t('edit.finishFirst', { pet }) });
  return pet !== undefined;
}

/**
 * Opens the editor of a pet. Returns false if the pet is gone, or if another editor has unsaved
 * input.
 */
export function openEditor(petId: bigint): boolean {
  const open = editor.value;
  const pet = stock.get(petId);
  if (open?.draft.petId === petId) return true;
  if (open?.kind !== 'saving' && mustFinishFirst()) return false;
  if (pet === undefined) return false;
  const { quantity, status } = pet;
  dispatch({ kind: 'opened', petId, base: { quantity, status, version: stock.versionOf(petId) } });
  if (editor.value?.draft.petId !== petId) return false;
  pinRow(pet);
  return true;
}

export function closeEditor(): void {
  dispatch({ kind: 'closed' });
  unpinRow();
}

export function setDraft(draft: Draft): void {
  dispatch({ kind: 'typed', draft });
}

/** Keeps the row of the edited pet in the table, even if the pet has been removed since. */
export function pinDraftRow(): void {
  if (editor.value === undefined) return;
  const { petId, base } = editor.value.draft;
  pinRow(stock.get(petId) ?? petOf({ petId, ...base }, detailsOf(petId)));
}
