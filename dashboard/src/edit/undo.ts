import { formatNumber } from '../format.ts';
import { access } from '../session/access.ts';
import { notify, toasts } from '../shell/notices.ts';
import { applyWrite } from '../stock/shop.ts';
import { isVersionMismatch } from './conflict.ts';
import { failureOf } from './failure.ts';

/** A change that can be taken back for as long as nobody has changed the pet again. */
type Undoable = {
  readonly petId: bigint;
  readonly text: string;
  readonly quantity: number;
  readonly version: number;
};

let last: { readonly toast: string; readonly change: Undoable } | undefined;

export function offerUndo(change: Undoable): void {
  const toast = notify({
    tone: 'good',
    text: change.text,
    action: { label: 'Undo', run: () => void undo(change) },
  });
  last = { toast, change };
}

/** By keyboard, wherever the focus is. */
export function undoLast(): void {
  if (last === undefined) return;
  toasts.close(last.toast);
  void undo(last.change);
}

/** The ledger only grows: taking back is one more entry, conditional on the version that is taken back. */
async function undo(change: Undoable): Promise<void> {
  const { petId, quantity, version } = change;
  if (last?.change === change) last = undefined;
  try {
    const { client } = access();
    const written = await client.updateInventory(petId, { quantity, note: 'Undo' }, { version });
    applyWrite(written.item, written.version);
    notify({ tone: 'good', text: `Undone: pet ${petId} is back at ${formatNumber(quantity)}.` });
  } catch (error) {
    const text = isVersionMismatch(error)
      ? `Not undone: pet ${petId} has been changed again since.`
      : failureOf(error, 'Not undone');
    notify({ tone: 'bad', text });
  }
}
