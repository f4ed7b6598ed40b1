import { useId } from 'react';
import fieldStyles from './field.module.css';
import type { Choice } from './segmented-control.tsx';

type Props = Choice<string> & {
  readonly isLabelHidden?: boolean;
  /**
   * Whether the choices are languages. Each is then named in its own language, such as "Deutsch".
   */
  readonly areLanguages?: boolean;
};

/** The browser's own list of choices, which needs no script and suits phones. */
export function SelectField({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
  areLanguages = false,
}: Props) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label className={isLabelHidden ? 'visually-hidden' : fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={fieldStyles.input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option} lang={areLanguages ? option : undefined}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
