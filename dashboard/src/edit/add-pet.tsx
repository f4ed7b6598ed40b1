import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Segments } from '../controls/segments.tsx';
import { statusNames } from '../controls/status-badge.tsx';
import { TextEntry } from '../controls/text-entry.tsx';
import { Observable, useValue } from '../observable.ts';
import { notify } from '../shell/notices.ts';
import { closeOverlay, overlay } from '../shell/overlay.ts';
import { Panel } from '../shell/panel.tsx';
import { statuses } from '../stock/pet.ts';
import { failureOf } from './failure.ts';
import { addPet, checked, faultsOf, type NewPet } from './new-pet.ts';

/** Kept here, so that it survives signing in anew. */
const typed = new Observable<NewPet | undefined>(undefined);

const statusOptions = statuses.map((status) => [status, statusNames[status]] as const);

export function AddPet() {
  const now = useValue(overlay);
  const open = now?.kind === 'add';
  const draft = useValue(typed) ?? { petId: open ? now.petId : '', quantity: '', status: 'available' };
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const faults = faultsOf(draft);
  const pet = checked(draft);
  const change = (part: Partial<NewPet>) => typed.set({ ...draft, ...part });
  const close = () => {
    typed.set(undefined);
    setFailure(undefined);
    closeOverlay();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pet === undefined || saving) return;
    setSaving(true);
    try {
      await addPet(pet);
      close();
      notify({ tone: 'good', text: `Pet ${pet.petId} added.` });
    } catch (error) {
      setFailure(failureOf(error, 'Not added'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <Panel title="Add a pet" open={open} onClose={close} busy={saving}>
      <form className="stack" onSubmit={submit}>
        <TextEntry
          label="Identifier"
          value={draft.petId}
          onChange={(text) => change({ petId: text.trim() })}
          fault={faults.petId}
          autoFocus
        />
        <TextEntry
          label="Quantity"
          value={draft.quantity}
          onChange={(text) => change({ quantity: text.trim() })}
          fault={faults.quantity}
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
          <Button type="submit" className="button" data-primary isDisabled={pet === undefined} isPending={saving}>
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
