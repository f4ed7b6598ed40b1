import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { formatNumber } from '../format.ts';
import { useValue } from '../observable.ts';
import { access } from '../session/access.ts';
import { notify } from '../shell/notices.ts';
import { closeOverlay, overlay } from '../shell/overlay.ts';
import { Panel } from '../shell/panel.tsx';
import { stock } from '../stock/shop.ts';
import { isVersionMismatch } from './conflict.ts';
import { failureOf } from './failure.ts';

export function RemovePet() {
  const now = useValue(overlay);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const pet = now?.kind === 'remove' ? stock.get(now.petId) : undefined;
  const close = () => {
    setFailure(undefined);
    closeOverlay();
  };

  const remove = async (petId: bigint, shown: number) => {
    setSaving(true);
    try {
      await removeAsShown(petId, shown);
      close();
      notify({ tone: 'good', text: `Pet ${petId} removed. Its history stays.` });
    } catch (error) {
      setFailure(failureOf(error, 'Not removed'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <Panel title={`Remove pet ${pet?.text ?? ''}?`} open={pet !== undefined} onClose={close} busy={saving}>
      {pet !== undefined && (
        <div className="stack">
          <p>
            There {pet.quantity === 1 ? 'is' : 'are'} {formatNumber(pet.quantity)} of it, {pet.status}. It goes from the
            list; its history stays, and it can be added again.
          </p>
          <p role="alert" className="fault">
            {failure}
          </p>
          <div className="actions">
            <Button className="button" data-danger isPending={saving} onPress={() => void remove(pet.id, pet.quantity)}>
              {saving ? 'Removing…' : 'Remove'}
            </Button>
            <Button className="button" isDisabled={saving} onPress={close} autoFocus>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </Panel>
  );
}

/** Only if there are as many as the question said. */
async function removeAsShown(petId: bigint, shown: number): Promise<void> {
  const { client } = access();
  const { item, version } = await client.getInventoryItem(petId);
  const moved = new Error('it has been changed just now. Look at it again.');
  if (item.quantity !== shown) throw moved;
  await client.deleteInventoryItem(petId, { version }).catch((error: unknown) => {
    throw isVersionMismatch(error) ? moved : error;
  });
}
