import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

type Props = Pick<
  ComponentProps<'input'>,
  'checked' | 'defaultChecked' | 'disabled' | 'aria-describedby'
> & {
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
};

export function Checkbox({ onChange, children, ...input }: Props) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" {...input} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
