import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { describeError } from '../app/api.ts';
import { useObservable } from '../app/observable.ts';
import { closeOverlay, overlay } from '../app/overlay.ts';
import { notify } from '../app/toasts.tsx';
import { parseName, saveName } from '../names/load-names.ts';
import { nameOf, titleOf } from '../names/names.ts';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { NameField, nameError } from './name-field.tsx';

/** Gives a pet a name, or takes it away. */
export function NameDialog() {
  const open = useObservable(overlay);
  if (open?.kind !== 'name') return undefined;
  return <NameForm key={String(open.petId)} petId={open.petId} />;
}

function NameForm({ petId }: { readonly petId: bigint }) {
  const [text, setText] = useState(nameOf(petId) ?? '');
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const isWrong = nameError(text) !== undefined;

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isWrong || isSaving) return;
    setSaving(true);
    try {
      const name = parseName(text);
      await saveName(petId, name);
      closeOverlay();
      notify({
        tone: 'success',
        text: name === undefined ? `Pet ${petId} has no name now.` : `${titleOf(petId)} saved.`,
      });
    } catch (thrown) {
      setError(describeError(thrown));
      setSaving(false);
    }
  };

  return (
    <ModalDialog title={`Name of pet ${petId}`} isOpen onClose={closeOverlay} isBusy={isSaving}>
      <form className="stack" onSubmit={onSubmit}>
        <NameField
          value={text}
          onChange={setText}
          hint="Shown and searched beside the ID. Leave it empty to remove it."
          autoFocus
        />
        <p role="alert" className="error">
          {error}
        </p>
        <div className="actions">
          <Button type="submit" className="button" data-primary isDisabled={isWrong} isPending={isSaving}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
          <Button className="button" isDisabled={isSaving} onPress={closeOverlay}>
            Cancel
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
