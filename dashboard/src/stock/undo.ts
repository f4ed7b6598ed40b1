import type { VersionedItem } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { Adjustment, InventoryItem, Remarks } from '../../../client/inventory-types.ts';
import type { Reason } from '../../../src/domain/ledger-entry.ts';
import { describeError, isRefusal, isVersionMismatch } from '../api/errors.ts';
import { newIdempotencyKey, withLatestVersion } from '../api/writes.ts';
import { t } from '../messages/first.ts';
import { formatDelta } from '../messages/format.ts';
import { requireSession } from '../session/session.ts';
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
  readonly reason: Reason;
};

/** The ledger is append-only: undoing adds an entry. It has the same reason, so that an undone sale is not counted. */
export function offerQuantityUndo({ item: { petId, quantity }, before, reversal, reason }: Change): void {
  const change = { before, after: quantity, difference: formatDelta(quantity - before) };
  offerUndo(t('stock.changed', { pet: titleOf(petId), ...change }), async (idempotencyKey) => {
    const remarks = { reason, note: 'Undo' };
    const { item, version } = await revert(petId, reversal, remarks, idempotencyKey).catch((error: unknown) => {
      throw isVersionMismatch(error) ? new Error(t('stock.changedAgain', { pet: labelOf(petId) })) : error;
    });
    applyWrite(item, version);
    const state = { pet: labelOf(petId), quantity: item.quantity };
    return 'delta' in reversal ? t('stock.isNow', state) : t('stock.isBackAt', state);
  });
}

/** Says what has been done, and offers to undo it. `undo` returns the outcome in words, and is safe to repeat. */
export function offerUndo(
  text: string,
  undo: (idempotencyKey: string) => Promise<string>,
  idempotencyKey = newIdempotencyKey(),
): void {
  const run = async () => {
    try {
      notify({ tone: 'success', text: t('stock.undone', { what: await undo(idempotencyKey) }) });
    } catch (error) {
      const isUnknown = error instanceof PawstockError && !isRefusal(error);
      const action = { label: t('stock.tryAgain'), run: () => void run() };
      notify({ tone: 'error', text: describeError(error, t('stock.notUndone')), ...(isUnknown && { action }) });
    }
  };
  notify({ tone: 'success', text, action: { label: t('stock.undo'), run: () => void run() } });
}

function revert(petId: bigint, reversal: Reversal, remarks: Remarks, idempotencyKey: string): Promise<VersionedItem> {
  if ('delta' in reversal) return adjust(petId, { delta: reversal.delta, ...remarks }, idempotencyKey);
  const { quantity, version } = reversal;
  return requireSession().client.updateInventory(petId, { quantity, ...remarks }, { version, idempotencyKey });
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
