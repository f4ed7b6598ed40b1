import { Observable } from '../observable.ts';
import { announce } from '../shell/notices.ts';
import { hold, release, stock } from '../stock/shop.ts';
import type { Conflict } from './conflict.ts';
import { type Base, type Draft, isTouched, newDraft } from './draft.ts';
import { keepDraft, keptDraft } from './kept-draft.ts';

/** The one editor of this page. It lives here and not in a component, so nothing that happens on screen can lose it. */
export type Editor = {
  readonly draft: Draft;
  readonly saving: boolean;
  /** Why the last attempt to save did not work. */
  readonly failure: string | undefined;
  readonly conflict: Conflict | undefined;
  /** Whom to go on with, once this one is saved. */
  readonly next: bigint | undefined;
  /** A write whose outcome is not known. Sent once more just so, it cannot happen twice. */
  readonly attempt: { readonly request: string; readonly idempotencyKey: string } | undefined;
};

const calm = { saving: false, failure: undefined, conflict: undefined, attempt: undefined, next: undefined };

const kept = keptDraft();

export const editor = new Observable<Editor | undefined>(kept === undefined ? undefined : { draft: kept, ...calm });

editor.subscribe(() => keepDraft(editor.value?.draft));

/** Returns false where it cannot be opened; a draft with something typed in it must be saved or left first. */
export function openEditor(petId: bigint): boolean {
  const open = editor.value;
  if (open?.draft.petId === petId) return true;
  if (open?.saving) {
    changeEditor({ next: petId });
    return false;
  }
  if (open !== undefined && isTouched(open.draft)) {
    announce(`Save or leave the change to pet ${open.draft.petId} first.`);
    return false;
  }
  const pet = stock.get(petId);
  if (pet === undefined) return false;
  const { quantity, status } = pet;
  hold(pet);
  editor.set({ draft: newDraft(petId, { quantity, status, version: stock.versionOf(petId) }), ...calm });
  return true;
}

export function closeEditor(): void {
  editor.set(undefined);
  release();
}

export function changeDraft(draft: Draft): void {
  if (editor.value?.saving === false) changeEditor({ draft, failure: undefined });
}

export function changeEditor(part: Partial<Editor>): void {
  if (editor.value !== undefined) editor.set({ ...editor.value, ...part });
}

/** Takes a newer state of the pet as what is being changed. What was typed stays. */
export function rebase(base: Base): void {
  const draft = editor.value?.draft;
  if (draft !== undefined) changeEditor({ draft: isTouched(draft) ? { ...draft, base } : newDraft(draft.petId, base) });
}

/** A draft that outlived the list, or the page itself, has its row in its place again. */
export function holdDraft(): void {
  const draft = editor.value?.draft;
  if (draft === undefined) return;
  const { petId, base } = draft;
  hold(stock.get(petId) ?? { id: petId, text: String(petId), quantity: base.quantity, status: base.status });
}
