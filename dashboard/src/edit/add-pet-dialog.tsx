import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { describeError } from '../app/api.ts';
import { Observable, useObservable } from '../app/observable.ts';
import { closeOverlay, overlay } from '../app/overlay.ts';
import { notify } from '../app/toasts.tsx';
import { titleOf } from '../names/names.ts';
import { statuses } from '../stock/pet.ts';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { statusNames } from '../ui/status-badge.tsx';
import { addPet, type NewPetForm, newPetErrors, parseNewPet } from './admin.ts';
import { NameField } from './name-field.tsx';

/** Outside the component, so that it survives signing in again. */
const formState = new Observable<NewPetForm | undefined>(undefined);

const statusOptions = statuses.map((status) => [status, statusNames[status]] as const);

export function AddPetDialog() {
  const open = useObservable(overlay);
  const isOpen = open?.kind === 'add';
  const form = useObservable(formState) ?? {
    petId: isOpen ? open.petId : '',
    quantity: '',
    status: 'available',
    name: '',
  };
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const fieldErrors = newPetErrors(form);
  const pet = parseNewPet(form);
  const update = (change: Partial<NewPetForm>) => formState.set({ ...form, ...change });
  const close = () => {
    formState.set(undefined);
    setError(undefined);
    closeOverlay();
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (pet === undefined || isSaving) return;
    setSaving(true);
    try {
      await addPet(pet);
      close();
      notify({ tone: 'success', text: `${titleOf(pet.petId)} added.` });
    } catch (thrown) {
      setError(describeError(thrown, 'Not added'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <ModalDialog title="Add a pet" isOpen={isOpen} onClose={close} isBusy={isSaving}>
      <form className="stack" onSubmit={onSubmit}>
        <DigitsField
          label="ID"
          value={form.petId}
          onChange={(petId) => update({ petId })}
          error={fieldErrors.petId}
          autoFocus
        />
        <DigitsField
          label="Quantity"
          value={form.quantity}
          onChange={(quantity) => update({ quantity })}
          error={fieldErrors.quantity}
        />
        <SegmentedControl
          label="Status"
          isLabelVisible
          value={form.status}
          options={statusOptions}
          onChange={(status) => update({ status })}
        />
        <NameField
          value={form.name}
          onChange={(name) => update({ name })}
          hint="What people call the pet. It is shown and searched beside the ID."
        />
        <p role="alert" className="error">
          {error}
        </p>
        <div className="actions">
          <Button type="submit" className="button" data-primary isDisabled={pet === undefined} isPending={isSaving}>
            {isSaving ? 'Adding…' : 'Add'}
          </Button>
          <Button className="button" isDisabled={isSaving} onPress={close}>
            Cancel
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  readonly autoFocus?: boolean;
};

/** A text field, not a number field: it must neither round a long id nor drop characters silently. */
function DigitsField({ label, value, onChange, error, autoFocus = false }: FieldProps) {
  return (
    <TextField
      className="field"
      value={value}
      onChange={(text) => onChange(text.trim())}
      isInvalid={error !== undefined}
      inputMode="numeric"
      autoFocus={autoFocus}
    >
      <Label className="label">{label}</Label>
      <Input className="input" autoComplete="off" />
      <FieldError className="error">{error}</FieldError>
    </TextField>
  );
}
