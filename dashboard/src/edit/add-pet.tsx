import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { PetStatus } from '../../../client/inventory-types.ts';
import { parsePetId } from '../../../src/domain/pet-id.ts';
import { Segments } from '../controls/segments.tsx';
import { statusNames } from '../controls/status-badge.tsx';
import { TextEntry } from '../controls/text-entry.tsx';
import { Observable, useValue } from '../observable.ts';
import { access } from '../session/access.ts';
import { notify } from '../shell/notices.ts';
import { closeOverlay, overlay } from '../shell/overlay.ts';
import { Panel } from '../shell/panel.tsx';
import { statuses } from '../stock/pet.ts';
import { applyWrite, stock } from '../stock/shop.ts';
import { failureOf } from './failure.ts';

type NewPet = { readonly petId: string; readonly quantity: string; readonly status: PetStatus };

/** Kept here, so that it survives signing in anew. */
const newPet = new Observable<NewPet | undefined>(undefined);

const statusOptions = statuses.map((status) => [status, statusNames[status]] as const);

export function AddPet() {
  const now = useValue(overlay);
  const open = now?.kind === 'add';
  const draft = useValue(newPet) ?? { petId: open ? now.petId : '', quantity: '', status: 'available' };
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const petId = parsePetId(draft.petId);
  const taken = petId !== undefined && stock.get(petId) !== undefined;
  const quantity = /^\d{1,16}$/.test(draft.quantity) ? Number(draft.quantity) : undefined;
  const change = (part: Partial<NewPet>) => newPet.set({ ...draft, ...part });
  const close = () => {
    newPet.set(undefined);
    setFailure(undefined);
    closeOverlay();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (petId === undefined || taken || !Number.isSafeInteger(quantity) || quantity === undefined || saving) return;
    setSaving(true);
    try {
      const { item, version } = await access().client.putInventoryItem(petId, { quantity, status: draft.status });
      applyWrite(item, version);
      close();
      notify({ tone: 'good', text: `Pet ${petId} added.` });
    } catch (error) {
      setFailure(failureOf(error, 'Not added'));
    } finally {
      setSaving(false);
    }
  };

  const idFault = taken ? `Pet ${petId} is there already.` : 'A whole number, without leading zeros.';
  return (
    <Panel title="Add a pet" open={open} onClose={close} busy={saving}>
      <form className="stack" onSubmit={submit}>
        <TextEntry
          label="Identifier"
          value={draft.petId}
          onChange={(text) => change({ petId: text.trim() })}
          fault={draft.petId !== '' && (petId === undefined || taken) ? idFault : undefined}
          autoFocus
        />
        <TextEntry
          label="Quantity"
          value={draft.quantity}
          onChange={(text) => change({ quantity: text.trim() })}
          fault={draft.quantity !== '' && !Number.isSafeInteger(quantity) ? 'A whole number, zero or more.' : undefined}
        />
        <Segments
          label="Status"
          labelled
          value={draft.status}
          options={statusOptions}
          onChange={(status) => change({ status })}
        />
        <p role="alert" className="fault">
          {failure}
        </p>
        <div className="actions">
          <Button
            type="submit"
            className="button"
            data-primary
            isDisabled={petId === undefined || taken || !Number.isSafeInteger(quantity) || saving}
          >
            {saving ? 'Adding…' : 'Add'}
          </Button>
          <Button className="button" isDisabled={saving} onPress={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Panel>
  );
}
