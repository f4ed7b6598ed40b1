import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { describeError } from '../app/api.ts';
import { useObservable } from '../app/observable.ts';
import { closeOverlay, overlay } from '../app/overlay.ts';
import { notify } from '../app/toasts.tsx';
import { labelOf, titleOf } from '../names/names.ts';
import type { Pet } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { formatNumber } from '../ui/format.ts';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { removePet } from './admin.ts';

export function RemovePetDialog() {
  const open = useObservable(overlay);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const pet = open?.kind === 'remove' ? stock.get(open.petId) : undefined;
  const close = () => {
    setError(undefined);
    closeOverlay();
  };

  const remove = async ({ id, quantity }: Pet) => {
    setSaving(true);
    try {
      await removePet(id, quantity);
      close();
      notify({ tone: 'success', text: `${titleOf(id)} removed. Its history is kept.` });
    } catch (thrown) {
      setError(describeError(thrown, 'Not removed'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <ModalDialog
      title={pet === undefined ? '' : `Remove ${labelOf(pet.id)}?`}
      isOpen={pet !== undefined}
      onClose={close}
      isBusy={isSaving}
    >
      {pet !== undefined && (
        <div className="stack">
          <p>
            {formatNumber(pet.quantity)} in stock, {pet.status}. The pet is removed from the list. Its history is kept,
            and you can add it again.
          </p>
          <p role="alert" className="error">
            {error}
          </p>
          <div className="actions">
            <Button className="button" data-danger isPending={isSaving} onPress={() => void remove(pet)}>
              {isSaving ? 'Removing…' : 'Remove'}
            </Button>
            <Button className="button" isDisabled={isSaving} onPress={close} autoFocus>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </ModalDialog>
  );
}
