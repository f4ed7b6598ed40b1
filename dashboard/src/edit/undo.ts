import type { VersionedItem } from '../../../client/client.ts';
import { describeError, isVersionMismatch } from '../app/api.ts';
import { closeToast, notify } from '../app/toasts.tsx';
import { labelOf } from '../names/names.ts';
import { requireSession } from '../session/session.ts';
import { applyWrite } from '../stock/store.ts';
import { formatNumber } from '../ui/format.ts';
import { adjust } from './adjust.ts';

/**
 * Takes a change back. A quantity that was set can only be restored while the pet is at that version; what was added
 * or removed can always be removed or added again.
 */
export type Reversal = { readonly quantity: number; readonly version: number } | { readonly delta: number };

type Undoable = { readonly petId: bigint; readonly text: string; readonly reversal: Reversal };

let last: { readonly toast: string; readonly change: Undoable } | undefined;

export function offerUndo(change: Undoable): void {
  const toast = notify({
    tone: 'success',
    text: change.text,
    action: { label: 'Undo', run: () => void undo(change) },
  });
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
