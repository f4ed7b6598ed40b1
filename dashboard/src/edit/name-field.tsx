import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { petNameCharactersMax } from '../../../src/domain/pet-name.ts';
import { parseName } from '../names/load-names.ts';
import { Icon } from '../ui/icon.tsx';

/** An empty name is none. */
export function nameError(text: string): string | undefined {
  if (text.trim() === '' || parseName(text) !== undefined) return undefined;
  return `Enter at most ${petNameCharactersMax} characters.`;
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
