import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { nameFault, nameRule, normalizeName } from '../../../src/domain/name.ts';

/** What a person has typed, as the name of a key or an endpoint; undefined while it is none. */
export function nameFrom(typed: string): string | undefined {
  const name = normalizeName(typed).trim();
  return nameFault(name) === undefined ? name : undefined;
}

type Props = {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Asks for the name of a key or an endpoint, and says what is wrong with one that cannot be used. */
export function NameField({ label, placeholder, value, onChange }: Props) {
  const isWrong = value.trim() !== '' && nameFrom(value) === undefined;
  return (
    <TextField className="field" value={value} onChange={onChange} isInvalid={isWrong} autoComplete="off" autoFocus>
      <Label className="label">{label}</Label>
      <Input className="input" {...(placeholder !== undefined && { placeholder })} spellCheck="false" />
      <FieldError className="error">A name has {nameRule}.</FieldError>
    </TextField>
  );
}
