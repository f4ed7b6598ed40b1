import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
import { nameError, nameOf, parseName, saveName, titleOf } from '../stock/names.ts';
import { Icon } from '../ui/icon.tsx';
import { FormDialog } from '../ui/modal-dialog.tsx';

/** Gives a pet a name, or takes it away. */
export function NameDialog() {
  const open = useObservable(overlay);
  if (open?.kind !== 'name') return undefined;
  return <NameForm key={String(open.petId)} petId={open.petId} />;
}

function NameForm({ petId }: { readonly petId: bigint }) {
  const [text, setText] = useState(nameOf(petId) ?? '');
  const save = async () => {
    const name = parseName(text);
    await saveName(petId, name);
    return name === undefined ? `Pet ${petId} has no name now.` : `${titleOf(petId)} saved.`;
  };
  return (
    <FormDialog
      title={`Name of pet ${petId}`}
      isOpen
      onClose={closeOverlay}
      submit={['Save', 'Saving…']}
      onSubmit={nameError(text) === undefined ? save : undefined}
    >
      <NameField
        value={text}
        onChange={setText}
        hint="Shown and searched beside the ID. Leave it empty to remove it."
        autoFocus
      />
    </FormDialog>
  );
}

type Props = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint: string;
  readonly autoFocus?: boolean;
};

export function NameField({ value, onChange, hint, autoFocus = false }: Props) {
  const error = nameError(value);
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      autoComplete="off"
      autoFocus={autoFocus}
    >
      <Label className="label">Name (optional)</Label>
      <div className="input-row">
        <Input className="input" />
        <Button
          className="button"
          data-square
          aria-label="Clear the name"
          isDisabled={value === ''}
          onPress={() => onChange('')}
        >
          <Icon name="close" />
        </Button>
      </div>
      <Text slot="description" className="hint">
        {hint}
      </Text>
      <FieldError className="error">{error}</FieldError>
    </TextField>
  );
}
