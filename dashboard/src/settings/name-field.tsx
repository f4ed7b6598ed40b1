import { nameFault, nameRule, normalizeName } from '../../../src/domain/name.ts';
import { TextInput } from '../ui/text-input.tsx';

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
