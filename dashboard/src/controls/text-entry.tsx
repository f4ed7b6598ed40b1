import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is wrong with it, if anything is. */
  readonly fault: string | undefined;
  readonly autoFocus?: boolean;
};

/** A number in a form, typed as text: what was typed is judged, and never silently changed. */
export function TextEntry({ label, value, onChange, fault, autoFocus = false }: Props) {
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      inputMode="numeric"
      autoFocus={autoFocus}
    >
      <Label className="label">{label}</Label>
      <Input className="input" autoComplete="off" />
      <FieldError className="fault">{fault}</FieldError>
    </TextField>
  );
}
