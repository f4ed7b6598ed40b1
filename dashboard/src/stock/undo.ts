import type { VersionedItem } from '../../../client/client.ts';
import type { Adjustment, InventoryItem, Remarks } from '../../../client/inventory-types.ts';
import type { Reason } from '../../../src/domain/ledger-entry.ts';
import { describeError, isVersionMismatch } from '../api/errors.ts';
import { withLatestVersion } from '../api/writes.ts';
import { requireSession } from '../session/session.ts';
import { formatDelta, formatNumber } from '../ui/format.ts';
import { notify } from '../ui/notifications.tsx';
import { labelOf, titleOf } from './details.ts';
import { applyWrite } from './store.ts';

/**
 * Takes a change back. A quantity that was set can only be restored while the pet is at that version; what was added
 * or removed can always be removed or added again.
 */
export type Reversal = { readonly quantity: number; readonly version: number } | { readonly delta: number };

type Change = {
  readonly item: InventoryItem;
  readonly before: number;
  readonly reversal: Reversal;
  readonly reason: Reason | undefined;
};

export function offerUndo(change: Change): void {
  const { before } = change;
  const { petId, quantity } = change.item;
  const text = `${titleOf(petId)}: ${formatNumber(before)} → ${formatNumber(quantity)} (${formatDelta(quantity - before)})`;
  notify({ tone: 'success', text, action: { label: 'Undo', run: () => void undo(change) } });
}

/** The ledger is append-only: undoing adds an entry. It has the same reason, so that an undone sale is not counted. */
async function undo({ item: { petId }, reversal, reason }: Change): Promise<void> {
  try {
    const { item, version } = await revert(petId, reversal, { note: 'Undo', ...(reason !== undefined && { reason }) });
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

function revert(petId: bigint, reversal: Reversal, remarks: Remarks): Promise<VersionedItem> {
  if ('delta' in reversal) return adjust(petId, { delta: reversal.delta, ...remarks });
  const { quantity, version } = reversal;
  return requireSession().client.updateInventory(petId, { quantity, ...remarks }, { version });
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
