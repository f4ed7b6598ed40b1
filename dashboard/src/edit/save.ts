import type { VersionedItem } from '../../../client/client.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { describeError, isRefusal, isVersionMismatch } from '../api/errors.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { requireSession } from '../session/session.ts';
import { titleOf } from '../stock/details.ts';
import { onLive } from '../stock/live-updates.ts';
import { isFar } from '../stock/pet.ts';
import { applyWrite, stock } from '../stock/store.ts';
import { adjust, offerUndo, type Reversal } from '../stock/undo.ts';
import { formatNumber } from '../ui/format.ts';
import { notify } from '../ui/notifications.tsx';
import {
  type Draft,
  fetchConflict,
  isTouched,
  outcomeOf,
  problemOf,
  type Resolution,
  remarksOf,
  targetOf,
  withEntry,
} from './draft.ts';
import { closeEditor, type Editor, editor, openEditor, rebase, updateEditor } from './editor.ts';
import { discardKeys, replayKeys } from './type-ahead.ts';

/** Opens the editor of a pet. Returns false if another draft is in the way. */
export function editPet(petId: bigint): boolean {
  const opened = openEditor(petId);
  // A failure is harmless: saving asks again.
  if (opened) fetchVersion().catch(() => undefined);
  return opened;
}

export async function saveDraft(): Promise<void> {
  const open = editor.value;
  if (open === undefined || open.isSaving || open.conflict !== undefined || !isTouched(open.draft)) return;
  const { draft } = open;
  const problem = problemOf(draft);
  const target = targetOf(draft);
  if (problem !== undefined || target === undefined) return updateEditor({ error: problem });
  if (isFar(draft.base.quantity, target) && open.doubted !== target) return updateEditor({ doubted: target });
  await whileSaving(async () => {
    const delta = target - draft.base.quantity;
    if (!isConditional(open)) return adjustQuantity(delta);
    const version = await fetchVersion();
    if (version === undefined) return;
    if (draft.mode === 'set') await setQuantity(target, { quantity: draft.base.quantity, version });
    else await adjustQuantity(delta, version);
  });
}

/** Settles a conflict with the user's quantity, or with the user's difference on top of the current quantity. */
export async function resolveConflict(resolution: Resolution): Promise<void> {
  const open = editor.value;
  const current = open?.conflict?.current;
  if (open === undefined || current === undefined || open.isSaving) return;
  const target = outcomeOf(resolution, open.draft, current);
  if (target === undefined) return;
  await whileSaving(() =>
    resolution === 'mine' ? setQuantity(target, current) : adjustQuantity(target - current.quantity),
  );
}

export function keepTheirs(): void {
  const open = editor.value;
  closeEditor();
  if (open?.conflict?.current === undefined) return;
  const quantity = formatNumber(open.conflict.current.quantity);
  notify({ tone: 'success', text: `${titleOf(open.draft.petId)} stays at ${quantity}.` });
}

/**
 * A change of the edited pet by another user. A draft that is untouched, or that adds or removes, applies to the new
 * quantity just as well; one that sets the quantity has a conflict.
 */
export function handleRemoteChange(entry: LedgerEntry): void {
  const open = editor.value;
  if (open === undefined || open.draft.petId !== entry.petId || open.isSaving) return;
  const { draft, conflict } = open;
  if (entry.seq <= (draft.base.version ?? 0)) return;
  // This may be our own write, whose response was lost. Repeating it under its key tells.
  if (isRepetition(open) && conflict === undefined) void saveDraft();
  else if (entry.after === null || (isTouched(draft) && isConditional(open))) {
    updateEditor({ conflict: withEntry(conflict, entry), attempt: undefined });
  } else rebase({ quantity: entry.after, status: entry.status, version: entry.seq });
}

/**
 * Whether saving must depend on the version that the user saw. Setting a quantity always does. Adding or removing does
 * after a write whose outcome is unknown, if the draft has been changed since: otherwise both could be applied.
 */
function isConditional(open: Editor): boolean {
  const { draft, attempt } = open;
  if (draft.mode === 'set') return true;
  return attempt !== undefined && (attempt.isConditional || !isRepetition(open));
}

/** Whether saving would repeat the last write, whose outcome is unknown. */
function isRepetition({ draft, attempt }: Editor): boolean {
  return attempt?.request === JSON.stringify(requestOf(draft));
}

function requestOf(draft: Draft): object {
  const target = targetOf(draft) ?? draft.base.quantity;
  return draft.mode === 'set'
    ? { quantity: target, version: draft.base.version, ...remarksOf(draft) }
    : { delta: target - draft.base.quantity, ...remarksOf(draft) };
}

/**
 * The version that setting the quantity is conditional on, fetched when the editor opens. If the quantity is no longer
 * the one that the user saw, that is a conflict already.
 */
export async function fetchVersion(): Promise<number | undefined> {
  const draft = editor.value?.draft;
  if (draft === undefined || draft.base.version !== undefined) return draft?.base.version;
  const { item, version } = await requireSession().client.getInventoryItem(draft.petId);
  const latest = editor.value;
  if (latest?.draft.petId !== draft.petId || latest.draft.base.version !== undefined) return latest?.draft.base.version;
  const { quantity, status } = item;
  if (quantity !== latest.draft.base.quantity && isTouched(latest.draft) && isConditional(latest)) await showConflict();
  else rebase({ quantity, status, version });
  return editor.value?.draft.base.version;
}

type Versioned = { readonly quantity: number; readonly version: number };

/** Sets the quantity, if the pet is still at the version that the user saw. */
async function setQuantity(quantity: number, seen: Versioned): Promise<void> {
  const open = editor.value;
  if (open === undefined) return;
  const remarks = remarksOf(open.draft);
  const { version } = seen;
  const idempotencyKey = idempotencyKeyFor({ quantity, version, ...remarks }, true);
  const { client } = requireSession();
  const written = await client.updateInventory(open.draft.petId, { quantity, ...remarks }, { version, idempotencyKey });
  finish(written, seen.quantity, { quantity: seen.quantity, version: written.version });
}

async function adjustQuantity(delta: number, version?: number): Promise<void> {
  const open = editor.value;
  if (open === undefined) return;
  const adjustment = { delta, ...remarksOf(open.draft) };
  const idempotencyKey = idempotencyKeyFor(adjustment, version !== undefined);
  const written =
    version === undefined
      ? await adjust(open.draft.petId, adjustment, idempotencyKey)
      : await requireSession().client.adjustInventory(open.draft.petId, adjustment, { version, idempotencyKey });
  finish(written, written.item.quantity - delta, { delta: -delta });
}

/** The key of the last attempt, if its outcome is unknown and this is the same request; otherwise a new one. */
function idempotencyKeyFor(write: object, isConditional: boolean): string {
  const request = JSON.stringify(write);
  const last = editor.value?.attempt;
  const attempt = last?.request === request ? last : { request, isConditional, idempotencyKey: newIdempotencyKey() };
  updateEditor({ attempt });
  return attempt.idempotencyKey;
}

function finish({ item, version }: VersionedItem, before: number, reversal: Reversal): void {
  applyWrite(item, version);
  const { nextPetId, draft } = editor.value ?? {};
  closeEditor();
  if (nextPetId !== undefined) editPet(nextPetId);
  offerUndo({ item, before, reversal, reason: draft?.reason });
}

async function whileSaving(save: () => Promise<void>): Promise<void> {
  updateEditor({ isSaving: true, error: undefined, nextPetId: undefined });
  try {
    await save();
    updateEditor({ isSaving: false });
    void replayKeys();
  } catch (error) {
    const discarded = discardKeys() ? ' What you typed while it was being saved is ignored.' : '';
    if (isVersionMismatch(error)) return showConflict();
    updateEditor({
      isSaving: false,
      error: describeError(error) + discarded,
      ...(isRefusal(error) && { attempt: undefined }),
    });
    catchUp();
  }
}

// The error that the service cannot be reached is wrong now.
onLive(() => updateEditor({ error: undefined }));

/** Changes by others are not handled while a save is in progress. */
function catchUp(): void {
  const open = editor.value;
  if (open === undefined || isConditional(open)) return;
  const { petId, base } = open.draft;
  const pet = stock.get(petId);
  const version = stock.versionOf(petId);
  if (pet !== undefined && version !== undefined && version > (base.version ?? 0)) rebase({ ...pet, version });
}

async function showConflict(): Promise<void> {
  const open = editor.value;
  if (open === undefined) return;
  updateEditor({ attempt: undefined });
  try {
    const conflict = await fetchConflict(requireSession().client, open.draft);
    updateEditor({ isSaving: false, conflict });
  } catch (error) {
    updateEditor({ isSaving: false, error: describeError(error) });
  }
}
