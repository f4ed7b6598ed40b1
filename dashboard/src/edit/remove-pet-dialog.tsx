import { isVersionMismatch } from '../api/errors.ts';
import { requireSession } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay } from '../state/screen.ts';
import { labelOf, titleOf } from '../stock/details.ts';
import { reserved } from '../stock/reserved.ts';
import { stock } from '../stock/store.ts';
import { offerUndo } from '../stock/undo.ts';
import { writePet } from '../stock/write-pet.ts';
import { formatNumber } from '../ui/format.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';

export function RemovePetDialog({ petId }: { readonly petId: bigint }) {
  const held = useObservable(reserved);
  const pet = stock.get(petId);
  if (pet === undefined) return undefined;
  return (
    <FormDialog
      title={`Remove ${labelOf(pet.id)}?`}
      onClose={closeOverlay}
      submit={['Remove', 'Removing…']}
      isDangerous
      failure="Not removed"
      onSubmit={() => removePet(pet.id, pet.quantity)}
    >
      <p>
        {formatNumber(pet.quantity)} in stock, {pet.status}. The pet is removed from the list. Its history is kept.
        Undo, which follows for ten seconds, brings everything back.
      </p>
      {held.has(pet.id) && (
        <p>
          <b>{formatNumber(held.get(pet.id) ?? 0)} reserved:</b> customers are about to buy them, and their sale will be
          refused.
        </p>
      )}
    </FormDialog>
  );
}

/** Removes a pet only if its quantity is still the one that the user was asked about. Undo brings all of it back. */
async function removePet(petId: bigint, shownQuantity: number): Promise<string> {
  const { client } = requireSession();
  const [{ item, version }, details] = await Promise.all([client.getInventoryItem(petId), client.getDetails(petId)]);
  const [label, title] = [labelOf(petId), titleOf(petId)];
  const changed = new Error('it has just been changed. Check it again.');
  if (item.quantity !== shownQuantity) throw changed;
  await client.deleteInventoryItem(petId, { version }).catch((error: unknown) => {
    throw isVersionMismatch(error) ? changed : error;
  });
  offerUndo(`${title} removed. Its history is kept.`, async (idempotencyKey) => {
    const row = { ...details, ...item, version: 0, reason: 'adjustment', note: 'Undo' } as const;
    await writePet(row, idempotencyKey).catch((error: unknown) => {
      throw isVersionMismatch(error) ? new Error(`${label} has been added again since.`) : error;
    });
    return `${label} is back.`;
  });
  return '';
}
