import { isVersionMismatch } from '../api/errors.ts';
import { t } from '../messages/all.ts';
import { withTags } from '../messages/tags.ts';
import { requireSession } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay } from '../state/screen.ts';
import { labelOf, titleOf } from '../stock/details.ts';
import { reserved } from '../stock/reserved.ts';
import { stock } from '../stock/store.ts';
import { offerUndo } from '../stock/undo.ts';
import { writePet } from '../stock/write-pet.ts';
import { FormDialog } from '../ui/modal-dialog.tsx';

export function RemovePetDialog({ petId }: { readonly petId: bigint }) {
  const held = useObservable(reserved);
  const pet = stock.get(petId);
  const count = held.get(petId);
  if (pet === undefined) return undefined;
  return (
    <FormDialog
      title={t('dialog.removeQuestion', { pet: labelOf(petId) })}
      onClose={closeOverlay}
      submit={[t('dialog.remove'), t('dialog.removing')]}
      isDangerous
      failure={t('dialog.notRemoved')}
      onSubmit={() => removePet(petId, pet.quantity)}
    >
      <p>{t('dialog.removeExplained', { quantity: pet.quantity, status: pet.status })}</p>
      {count !== undefined && <p>{withTags(t('dialog.removeReserved', { count }), { b: (text) => <b>{text}</b> })}</p>}
    </FormDialog>
  );
}

/** Removes a pet only if its quantity is still the one that the user was asked about. Undo brings all of it back. */
async function removePet(petId: bigint, shownQuantity: number): Promise<string> {
  const { client } = requireSession();
  const [{ item, version }, details] = await Promise.all([client.getInventoryItem(petId), client.getDetails(petId)]);
  const [label, title] = [labelOf(petId), titleOf(petId)];
  const changed = new Error(t('dialog.justChanged'));
  if (item.quantity !== shownQuantity) throw changed;
  await client.deleteInventoryItem(petId, { version }).catch((error: unknown) => {
    throw isVersionMismatch(error) ? changed : error;
  });
  offerUndo(t('dialog.removed', { pet: title }), async (idempotencyKey) => {
    const row = { ...details, ...item, version: 0, reason: 'adjustment', note: 'Undo' } as const;
    await writePet(row, idempotencyKey).catch((error: unknown) => {
      throw isVersionMismatch(error) ? new Error(t('dialog.addedAgain', { pet: label })) : error;
    });
    return t('dialog.isBack', { pet: label });
  });
  return '';
}
