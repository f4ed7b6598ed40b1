import type { VersionedItem } from '../../../client/client.ts';
import type { Adjustment, InventoryItem } from '../../../client/inventory-types.ts';
import { describeError, isVersionMismatch } from '../api/errors.ts';
import { withLatestVersion } from '../api/latest-version.ts';
import { requireSession } from '../session/session.ts';
import { formatDelta, formatNumber } from '../ui/format.ts';
import { closeToast, notify } from '../ui/notifications.tsx';
import { labelOf, titleOf } from './names.ts';
import { applyWrite } from './store.ts';

/**
 * Takes a change back. A quantity that was set can only be restored while the pet is at that version; what was added
 * or removed can always be removed or added again.
 */
export type Reversal = { readonly quantity: number; readonly version: number } | { readonly delta: number };

type Undoable = { readonly petId: bigint; readonly reversal: Reversal };

let last: { readonly toast: string; readonly change: Undoable } | undefined;

/** Says how the quantity of a pet has changed. */
export function offerUndo({ petId, quantity }: InventoryItem, before: number, reversal: Reversal): void {
  const change = { petId, reversal };
  const text = `${titleOf(petId)}: ${formatNumber(before)} → ${formatNumber(quantity)} (${formatDelta(quantity - before)})`;
  const toast = notify({ tone: 'success', text, action: { label: 'Undo', run: () => void undo(change) } });
  last = { toast, change };
}

/** For the keyboard shortcut. */
export function undoLast(): void {
  if (last === undefined) return;
  closeToast(last.toast);
  void undo(last.change);
}

/** The ledger is append-only: undoing adds an entry. */
async function undo(change: Undoable): Promise<void> {
  const { petId, reversal } = change;
  if (last?.change === change) last = undefined;
  try {
    const { item, version } = await revert(petId, reversal);
    applyWrite(item, version);
    const outcome = 'delta' in reversal ? 'is now' : 'is back at';
    notify({ tone: 'success', text: `Undone: ${labelOf(petId)} ${outcome} ${formatNumber(item.quantity)}.` });
  } catch (error) {
    const text = isVersionMismatch(error)
      ? `Not undone: ${labelOf(petId)} has been changed again since.`
      : describeError(error, 'Not undone');
    notify({ tone: 'error', text });
  }
}

function revert(petId: bigint, reversal: Reversal): Promise<VersionedItem> {
  const note = 'Undo';
  if ('delta' in reversal) return adjust(petId, { delta: reversal.delta, note });
  const { quantity, version } = reversal;
  return requireSession().client.updateInventory(petId, { quantity, note }, { version });
}

/**
 * Adds to or removes from the current quantity: without a version it cannot conflict. A key can be set to require
 * a version with every write; its adjustments are sent with the latest one.
 */
export function adjust(petId: bigint, adjustment: Adjustment, idempotencyKey?: string): Promise<VersionedItem> {
  const { client } = requireSession();
  return withLatestVersion(async (refusal) => {
    const version = refusal === undefined ? undefined : (await client.getInventoryItem(petId)).version;
    return client.adjustInventory(petId, adjustment, { version, idempotencyKey });
  });
}
