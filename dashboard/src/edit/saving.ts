import { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { formatDelta, formatNumber } from '../format.ts';
import { newKey } from '../new-key.ts';
import { access } from '../session/access.ts';
import { notify } from '../shell/notices.ts';
import { applyWrite } from '../stock/shop.ts';
import { type Choice, isVersionMismatch, outcomeOf, readConflict, withEntry } from './conflict.ts';
import { isTouched, problemOf, remarksOf, targetOf } from './draft.ts';
import { changeEditor, closeEditor, editor, openEditor, rebase } from './editor.ts';
import { failureOf } from './failure.ts';
import { offerUndo } from './undo.ts';

/** How what was typed gets to the service, and what happens if somebody else was faster. */

/** Returns false where something else that was typed is in the way. */
export function editPet(petId: bigint): boolean {
  const opened = openEditor(petId);
  // If that fails now, it is asked for again when it is needed.
  if (opened) learnVersion().catch(() => undefined);
  return opened;
}

export async function save(): Promise<void> {
  const open = editor.value;
  if (open === undefined || open.saving || open.conflict !== undefined || !isTouched(open.draft)) return;
  const { draft } = open;
  const problem = problemOf(draft);
  const target = targetOf(draft);
  if (problem !== undefined || target === undefined) return changeEditor({ failure: problem });
  await attempting(async () => {
    const version = await learnVersion();
    if (version === undefined) return;
    const delta = draft.mode === 'set' ? undefined : target - draft.base.quantity;
    await write({ version, before: draft.base.quantity, target, delta });
  });
}

/** Ends a conflict with the author's number, or with the author's difference on top of theirs. */
export async function resolve(choice: Choice): Promise<void> {
  const open = editor.value;
  const now = open?.conflict?.now;
  if (open === undefined || now === undefined || open.saving) return;
  const target = outcomeOf(choice, open.draft, now);
  if (target === undefined) return;
  const delta = choice === 'mine' ? undefined : target - now.quantity;
  await attempting(() => write({ version: now.version, before: now.quantity, target, delta }));
}

export function keepTheirs(): void {
  const open = editor.value;
  closeEditor();
  if (open?.conflict?.now === undefined) return;
  notify({ tone: 'good', text: `Pet ${open.draft.petId} stays at ${formatNumber(open.conflict.now.quantity)}.` });
}

/** A change by the stream. Whoever has typed nothing yet just sees the new number; whoever has is asked. */
export function noticeChange(entry: LedgerEntry): void {
  const open = editor.value;
  if (open === undefined || open.draft.petId !== entry.petId || open.saving) return;
  if (entry.seq <= (open.draft.base.version ?? 0)) return;
  // The answer to our own write got lost, and this may be its result. Sending it again tells.
  if (open.attempt !== undefined && open.conflict === undefined) void save();
  else if (isTouched(open.draft) || entry.after === null) changeEditor({ conflict: withEntry(open.conflict, entry) });
  else rebase({ quantity: entry.after, status: entry.status, version: entry.seq });
}

/**
 * A write is conditional on the version that its author saw, so the version is asked for when the editor opens. Where
 * the pet has moved on since the author saw it, that is a conflict already.
 */
export async function learnVersion(): Promise<number | undefined> {
  const draft = editor.value?.draft;
  if (draft === undefined || draft.base.version !== undefined) return draft?.base.version;
  const { item, version } = await access().client.getInventoryItem(draft.petId);
  const now = editor.value?.draft;
  if (now?.petId !== draft.petId || now.base.version !== undefined) return now?.base.version;
  const { quantity, status } = item;
  if (quantity === now.base.quantity || !isTouched(now)) rebase({ quantity, status, version });
  else await learnConflict();
  return editor.value?.draft.base.version;
}

type Change = {
  readonly version: number;
  readonly before: number;
  readonly target: number;
  /** Where it is meant as a difference. */
  readonly delta: number | undefined;
};

async function write(change: Change): Promise<void> {
  const open = editor.value;
  if (open === undefined) return;
  const { version, before, target, delta } = change;
  const { client } = access();
  const { petId } = open.draft;
  const remarks = remarksOf(open.draft);
  const request = JSON.stringify({ ...change, ...remarks });
  const attempt = open.attempt?.request === request ? open.attempt : { request, idempotencyKey: newKey() };
  changeEditor({ attempt });
  const options = { version, idempotencyKey: attempt.idempotencyKey };
  const written =
    delta === undefined
      ? await client.updateInventory(petId, { quantity: target, ...remarks }, options)
      : await client.adjustInventory(petId, { delta, ...remarks }, options);
  applyWrite(written.item, written.version);
  const next = editor.value?.next;
  closeEditor();
  if (next !== undefined) editPet(next);
  const text = `Pet ${petId}: ${formatNumber(before)} → ${formatNumber(target)} (${formatDelta(target - before)})`;
  offerUndo({ petId, text, quantity: before, version: written.version });
}

async function attempting(run: () => Promise<void>): Promise<void> {
  changeEditor({ saving: true, failure: undefined, next: undefined });
  try {
    await run();
    changeEditor({ saving: false });
  } catch (error) {
    if (isVersionMismatch(error)) await learnConflict();
    else
      changeEditor({ saving: false, failure: failureOf(error), ...(isOutcomeKnown(error) && { attempt: undefined }) });
  }
}

async function learnConflict(): Promise<void> {
  const open = editor.value;
  if (open === undefined) return;
  changeEditor({ attempt: undefined });
  try {
    const conflict = await readConflict(access().client, open.draft);
    changeEditor({ saving: false, conflict });
  } catch (error) {
    changeEditor({ saving: false, failure: failureOf(error) });
  }
}

/** A refusal has changed nothing. After anything else the write may have happened or not. */
function isOutcomeKnown(error: unknown): boolean {
  return error instanceof PawstockError && error.status >= 400 && error.status < 500;
}
