import { closeOnBack } from '../state/back.ts';
import { Observable } from '../state/observable.ts';
import { readStorage, writeStorage } from '../state/storage.ts';
import { detailsOf, labelOf } from '../stock/details.ts';
import { petOf } from '../stock/pet.ts';
import { pinRow, stock, unpinRow } from '../stock/store.ts';
import { notify } from '../ui/notifications.tsx';
import { type Base, type Conflict, type Draft, isTouched, newDraft } from './draft.ts';

type Attempt = { readonly request: string; readonly isConditional: boolean; readonly idempotencyKey: string };

/** The state of the open editor. At most one is open. */
export type Editor = {
  readonly draft: Draft;
  readonly isSaving: boolean;
  /** Why the last attempt to save failed. */
  readonly error: string | undefined;
  readonly conflict: Conflict | undefined;
  /** A quantity far from the current one, which the user has been asked about. */
  readonly doubted: number | undefined;
  /** The pet to edit once this one is saved. */
  readonly nextPetId: bigint | undefined;
  /** The last write, if its outcome is unknown. Repeating it with the same key cannot apply it twice. */
  readonly attempt: Attempt | undefined;
};

const initialState = {
  isSaving: false,
  error: undefined,
  conflict: undefined,
  doubted: undefined,
  nextPetId: undefined,
  attempt: undefined,
};

const stored = readDraft();

export const editor = new Observable<Editor | undefined>(
  stored === undefined ? undefined : { ...initialState, ...stored },
);

editor.subscribe(() => storeDraft(editor.value));

let release: (() => void) | undefined;

/** Lets the Back button close the editor, unless it has unsaved input. */
function followBack(): void {
  if (editor.value === undefined) {
    release?.();
    release = undefined;
  } else release ??= closeOnBack(closeIfUntouched);
}

function closeIfUntouched(): boolean {
  const open = editor.value;
  if (open !== undefined && (open.isSaving || isTouched(open.draft))) {
    askToFinish(open.draft);
    return false;
  }
  release = undefined;
  closeEditor();
  return true;
}

function askToFinish({ petId }: Draft): void {
  notify({ tone: 'error', text: `Save or cancel the change to ${labelOf(petId)} first.` });
}

followBack();
editor.subscribe(followBack);

/** Returns false if it cannot be opened. A draft with unsaved input must be saved or cancelled first. */
export function openEditor(petId: bigint): boolean {
  const open = editor.value;
  if (open?.draft.petId === petId) return true;
  if (open?.isSaving) {
    updateEditor({ nextPetId: petId });
    return false;
  }
  if (open !== undefined && isTouched(open.draft)) {
    askToFinish(open.draft);
    return false;
  }
  const pet = stock.get(petId);
  if (pet === undefined) return false;
  const { quantity, status } = pet;
  pinRow(pet);
  editor.set({ draft: newDraft(petId, { quantity, status, version: stock.versionOf(petId) }), ...initialState });
  return true;
}

export function closeEditor(): void {
  editor.set(undefined);
  unpinRow();
}

export function setDraft(draft: Draft): void {
  const open = editor.value;
  if (open === undefined || open.isSaving) return;
  const current = open.conflict?.current;
  // A difference applies to any quantity, so it cannot conflict.
  if (draft.mode === 'set' || current === undefined) updateEditor({ draft, error: undefined });
  else updateEditor({ draft: { ...draft, base: current }, conflict: undefined, error: undefined });
}

export function updateEditor(change: Partial<Editor>): void {
  if (editor.value !== undefined) editor.set({ ...editor.value, ...change });
}

/** Makes a newer state of the pet the base of the draft. Input is kept. */
export function rebase(base: Base): void {
  const draft = editor.value?.draft;
  if (draft === undefined) return;
  const isUnchanged = draft.mode === 'set' && !isTouched(draft);
  updateEditor({ draft: isUnchanged ? newDraft(draft.petId, base) : { ...draft, base } });
}

/** Gives a draft from before the list was loaded its row again, even if the pet has been removed since. */
export function pinDraftRow(): void {
  const draft = editor.value?.draft;
  if (draft === undefined) return;
  const { petId, base } = draft;
  pinRow(stock.get(petId) ?? petOf({ petId, quantity: base.quantity, status: base.status }, detailsOf(petId)));
}

type StoredDraft = { readonly draft: Omit<Draft, 'petId'> & { petId: string }; readonly attempt: Attempt | undefined };

/** In sessionStorage, so that a draft survives a reload. JSON has no bigint. */
function storeDraft(open: Editor | undefined): void {
  const { draft, attempt } = open ?? {};
  const text = draft && JSON.stringify({ draft: { ...draft, petId: String(draft.petId) }, attempt });
  writeStorage('session', 'draft', text);
}

function readDraft(): Pick<Editor, 'draft' | 'attempt'> | undefined {
  try {
    const { draft, attempt } = JSON.parse(readStorage('session', 'draft') ?? '') as StoredDraft;
    return { draft: { ...draft, reason: draft.reason, petId: BigInt(draft.petId) }, attempt };
  } catch {
    return undefined;
  }
}
