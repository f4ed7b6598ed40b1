import { type ChangeEvent, useId } from 'react';
import fieldStyles from '../ui/field.module.css';
import type { Options } from '../ui/segmented-control.tsx';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly options: Options<string>;
  readonly onChange: (value: string) => void;
};

/** The browser's own list of choices: it needs no script, and phones show it in their own way. */
export function SelectField({ label, value, options, onChange }: Props) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={fieldStyles.input}
        value={value}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChange(target.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
