import { t } from '../messages/first.ts';
import { sentNow } from '../session/session.ts';
import { closeOnBack } from '../state/back.ts';
import { Observable } from '../state/observable.ts';
import { reconnections } from '../state/reconnections.ts';
import { readJson, writeJson } from '../state/storage.ts';
import { detailsOf, labelOf, titleOf } from '../stock/details.ts';
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
  saveIdOf,
  unconfirmedOf,
} from './editor-state.ts';

export const editor = new Observable<Editor | undefined>(undefined);

/**
 * Editors of other pets whose changes were still being saved when the user went on to the next pet.
 * One whose save fails opens again once no other editor is open.
 */
let behind: readonly Editor[] = [];

export function dispatch(event: EditorEvent): void {
  const wasOpen = editor.value !== undefined;
  const now = sentNow();
  const next = reduceEditor(editor.value, event, now);
  if (!isForOpenEditor(event)) {
    behind = behind.flatMap((other) => {
      const after = reduceEditor(other, event, now) ?? [];
      if (other.kind === 'saving' && after !== other) reportBehind(after);
      return after;
    });
  }
  editor.set(next);
  if (wasOpen && next === undefined) unpinRow();
  if (next === undefined) bringForward();
  store();
}

/** Whether an event comes from the form on the screen, and not from the service. */
function isForOpenEditor({ kind }: EditorEvent): boolean {
  return ['opened', 'closed', 'typed', 'save', 'resolve'].includes(kind);
}

/** Says that a change was not saved whose editor is not on the screen any more. */
function reportBehind(after: Editor | readonly never[]): void {
  if (!('draft' in after)) return;
  const pet = titleOf(after.draft.petId);
  notify({ tone: 'error', text: t('edit.needsAttention', { pet }) });
}

function bringForward(): void {
  const waiting = behind.find(({ kind }) => kind !== 'saving');
  if (waiting === undefined) return;
  behind = behind.filter((other) => other !== waiting);
  editor.set(waiting);
  pinDraftRow();
}

/** The editor, on the screen or not, whose change is being saved with this ID. */
export function editorOfSave(saveId: string): Editor | undefined {
  const all = editor.value === undefined ? behind : [editor.value, ...behind];
  return all.find((one) => saveIdOf(one) === saveId);
}

type Stored = Pick<Editor, 'draft' | 'unconfirmed'>;

/**
 * Restores the editors that were open before a reload, and stores their input in sessionStorage
 * from now on.
 */
export function startEditor(): void {
  const stored = readJson<readonly Stored[]>('session', 'drafts') ?? [];
  const [first, ...others] = stored.map((one) => editing({ ...one, doubted: undefined }));
  editor.set(first);
  behind = others;
  followBack();
  editor.subscribe(() => {
    store();
    followBack();
  });
  reconnections.subscribe(() => dispatch({ kind: 'reconnected' }));
}

function store(): void {
  const all = editor.value === undefined ? behind : [editor.value, ...behind];
  const stored = all.map((one): Stored => ({ draft: one.draft, unconfirmed: unconfirmedOf(one) }));
  writeJson('session', 'drafts', stored.length === 0 ? undefined : stored);
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
  const open = editor.value ?? behind[0];
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
  if (open?.kind === 'saving') {
    behind = [...behind, open];
    editor.set(undefined);
  }
  const same = behind.find((other) => other.draft.petId === petId);
  if (same !== undefined) {
    behind = behind.filter((other) => other !== same);
    editor.set(same);
    pinDraftRow();
    return true;
  }
  const { quantity, status } = pet;
  dispatch({ kind: 'opened', petId, base: { quantity, status, version: stock.versionOf(petId) } });
  if (editor.value?.draft.petId !== petId) return false;
  pinRow(pet);
  return true;
}

export function closeEditor(): void {
  dispatch({ kind: 'closed' });
}

/** Closes all editors and forgets their input, because the user signs out. */
export function closeAllEditors(): void {
  behind = [];
  closeEditor();
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
