import type { VersionedItem } from 'pawstock-client/client.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { describeError, hasCode, isFinalRefusal } from '../api/describe-error.ts';
import { newIdempotencyKey } from '../api/writes.ts';
import { type Base, fetchConflict, type Resolution } from '../conflict/conflict.ts';
import { t } from '../messages/first.ts';
import { rememberUser, requireSession, sentNow } from '../session/session.ts';
import { changeQuantity } from '../stock/change-quantity.ts';
import { titleOf } from '../stock/details.ts';
import { applyWrite, stock } from '../stock/store.ts';
import { offerQuantityUndo } from '../stock/undo.ts';
import { notify } from '../ui/notifications.tsx';
import { isTouched } from './draft.ts';
import { closeEditor, dispatch, editor, editorOfSave, openEditor } from './editor.ts';
import type { Editor, EditorEvent, Write } from './editor-state.ts';
import { mayHaveCaused, needsVersion, saveIdOf } from './editor-state.ts';

export function editPet(petId: bigint): boolean {
  const opened = openEditor(petId);
  if (opened) fetchVersion();
  return opened;
}

/** Saves what is typed in the editor. `atMs` is the time of the key or the click. */
export function saveDraft(atMs = performance.now()): Promise<void> {
  return save({ kind: 'save', saveId: newIdempotencyKey(), atMs });
}

/**
 * Settles a conflict as the user chose: sets the typed quantity, or adds the typed difference to
 * the current one.
 */
export function resolveConflict(resolution: Resolution): Promise<void> {
  return save({ kind: 'resolve', resolution, saveId: newIdempotencyKey() });
}

export function keepTheirs(): void {
  const open = editor.value;
  closeEditor();
  if (open?.kind !== 'conflict' || open.conflict.current === undefined) return;
  const { quantity } = open.conflict.current;
  notify({
    tone: 'success',
    text: t('edit.staysAt', { pet: titleOf(open.draft.petId), quantity }),
  });
}

/** Handles an event about a change of a pet, made by another user or by this page. */
export function handleRemoteChange(entry: LedgerEntry): void {
  const open = editor.value;
  // A change by another user repeats no failed write: that person may have entered the same units.
  if (open !== undefined && mayHaveCaused(open, entry, requireSession().key.name, sentNow()))
    return void saveDraft();
  dispatch({ kind: 'changed-elsewhere', entry });
  // A write without a response may be stored, too. The conflict then shows all changes, from the
  // ledger.
  if (editor.value?.kind === 'conflict' && open?.unconfirmed !== undefined)
    void showConflict(editor.value);
}

/**
 * Fetches the version of the edited pet, which saving may need. If this fails, saving fetches it
 * again.
 */
export function fetchVersion(): void {
  if (editor.value !== undefined) readVersion(editor.value).catch(() => undefined);
}

/**
 * Fetches the version of the edited pet. If the quantity is not the one that the user saw, shows a
 * conflict.
 */
async function readVersion({ draft: { petId, base } }: Editor): Promise<void> {
  if (base.version !== undefined) return;
  const { item, version } = await requireSession().client.getInventoryItem(petId);
  const { quantity, status } = item;
  const open = editor.value;
  if (open?.draft.petId !== petId || open.draft.base.version !== undefined) return;
  const isOutdated =
    quantity !== open.draft.base.quantity && isTouched(open.draft) && needsVersion(open, sentNow());
  if (isOutdated) await showConflict(open);
  else dispatch({ kind: 'version-read', petId, base: { quantity, status, version } });
}

async function save(event: EditorEvent & { readonly saveId: string }): Promise<void> {
  const { saveId } = event;
  const current = () => editorOfSave(saveId);
  dispatch(event);
  const started = current();
  if (started?.kind !== 'saving') return;
  try {
    if (started.write === undefined) await readVersion(started);
    const ready = current();
    if (ready?.kind !== 'saving' || ready.write === undefined) return;
    const { body, ...options } = ready.write;
    const isSameUser = rememberUser();
    const written = await changeQuantity(ready.draft.petId, body, options);
    if (!isSameUser()) return dispatch({ kind: 'saved', saveId });
    finish(saveId, written, ready.write, ready.settles?.current ?? ready.draft.base);
  } catch (error) {
    if (hasCode(error, 'version_mismatch')) return showConflict(current() ?? started);
    const { petId } = started.draft;
    const pet = stock.get(petId);
    dispatch({
      kind: 'failed',
      petId,
      saveId,
      error: describeError(error),
      isRefusal: isFinalRefusal(error),
      latest: pet && {
        quantity: pet.quantity,
        status: pet.status,
        version: stock.versionOf(petId),
      },
    });
  }
}

/** Shows a saved change, closes the editor and offers to undo the change. */
function finish(
  saveId: string,
  { item, version }: VersionedItem,
  { body }: Write,
  seen: Base,
): void {
  applyWrite(item, version);
  const before = 'quantity' in body ? seen.quantity : item.quantity - body.delta;
  dispatch({ kind: 'saved', saveId });
  offerQuantityUndo({
    item,
    before,
    version: 'quantity' in body ? version : undefined,
    reason: body.reason,
  });
}

async function showConflict(open: Editor): Promise<void> {
  const { petId } = open.draft;
  const about = { petId, saveId: saveIdOf(open) };
  try {
    const conflict = await fetchConflict(requireSession().client, petId, open.draft.base.version);
    dispatch({ kind: 'conflict-found', ...about, conflict });
  } catch (error) {
    dispatch({ kind: 'failed', ...about, error: describeError(error), isRefusal: true });
  }
}
