import { nameFault, nameRule, normalizeName } from '../../../src/domain/name.ts';
import { TextInput } from '../ui/text-input.tsx';

/** The typed text as the name of a key or an endpoint; undefined if it is not a valid name. */
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

export function NameField({ label, placeholder, value, onChange }: Props) {
  const isWrong = value.trim() !== '' && nameFrom(value) === undefined;
  return (
    <TextInput
      label={label}
      value={value}
      onChange={onChange}
      error={isWrong ? `A name has ${nameRule}.` : undefined}
      autoFocus
      spellCheck="false"
      input={placeholder === undefined ? {} : { placeholder }}
    />
  );
}
