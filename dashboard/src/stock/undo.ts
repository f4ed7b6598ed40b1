import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import type { InventoryItem } from 'pawstock-client/inventory-types.ts';
import { describeError, explaining, isRefusal } from '../api/describe-error.ts';
import { newIdempotencyKey } from '../api/writes.ts';
import { t } from '../messages/first.ts';
import { formatDelta } from '../messages/format.ts';
import { rememberUser } from '../session/session.ts';
import { notify } from '../ui/notifications.tsx';
import { changeQuantity } from './change-quantity.ts';
import { labelOf, titleOf } from './details.ts';
import { applyWrite } from './store.ts';

type Change = {
  readonly item: InventoryItem;
  readonly before: number;
  /** The pet's version after its quantity was set; undefined if units were added or removed. */
  readonly version: number | undefined;
  readonly reason: Reason;
};

/**
 * Offers to undo a change. The new ledger entry has the change's reason, so that no report counts
 * an undone sale.
 */
export function offerQuantityUndo({
  item: { petId, quantity },
  before,
  version,
  reason,
}: Change): void {
  const change = { before, after: quantity, difference: formatDelta(quantity - before) };
  offerUndo(t('stock.changed', { pet: titleOf(petId), ...change }), async (idempotencyKey) => {
    const reversal = version === undefined ? { delta: before - quantity } : { quantity: before };
    const options = { version, idempotencyKey };
    const write = changeQuantity(petId, { ...reversal, reason, note: 'Undo' }, options);
    const changedAgain = t('stock.changedAgain', { pet: labelOf(petId) });
    const written = await write.catch(explaining('version_mismatch', changedAgain));
    applyWrite(written.item, written.version);
    const state = { pet: labelOf(petId), quantity: written.item.quantity };
    return version === undefined ? t('stock.isNow', state) : t('stock.isBackAt', state);
  });
}

/**
 * Shows `text`, which says what has been done, and an Undo button. `undo` is safe to repeat and
 * returns a message.
 */
export function offerUndo(
  text: string,
  undo: (idempotencyKey: string) => Promise<string>,
  idempotencyKey = newIdempotencyKey(),
): void {
  const isSameUser = rememberUser();
  const show: typeof notify = (notification) => isSameUser() && notify(notification);
  const run = async () => {
    try {
      show({ tone: 'success', text: t('stock.undone', { what: await undo(idempotencyKey) }) });
    } catch (error) {
      const isUnknown = error instanceof PawstockError && !isRefusal(error);
      const action = { label: t('stock.tryAgain'), run: () => void run() };
      show({
        tone: 'error',
        text: describeError(error, t('stock.notUndone')),
        ...(isUnknown && { action }),
      });
    }
  };
  notify({ tone: 'success', text, action: { label: t('stock.undo'), run: () => void run() } });
}
