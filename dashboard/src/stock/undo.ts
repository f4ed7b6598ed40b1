import type { VersionedItem, WriteOptions } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { Adjustment, InventoryItem, QuantityUpdate } from '../../../client/inventory-types.ts';
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
    const { version: expected, ...change } = { version: undefined, reason, note: 'Undo', ...reversal };
    const options = { version: expected, idempotencyKey };
    const { item, version } = await changeQuantity(petId, change, options).catch((error: unknown) => {
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

/**
 * Sets a quantity, or adds to it or removes from it. Adding and removing without a version cannot conflict. A key can be
 * set to require a version with every write; its adjustments are sent with the latest one.
 */
export function changeQuantity(
  petId: bigint,
  change: QuantityUpdate | Adjustment,
  options: WriteOptions,
): Promise<VersionedItem> {
  const { client } = requireSession();
  if ('quantity' in change) return client.updateInventory(petId, change, options);
  if (options.version !== undefined) return client.adjustInventory(petId, change, options);
  return withLatestVersion(async (refusal) => {
    const version = refusal === undefined ? undefined : (await client.getInventoryItem(petId)).version;
    return client.adjustInventory(petId, change, { ...options, version });
  });
}
