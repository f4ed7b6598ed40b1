import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { classNames } from './class-names.ts';

const css = classNames(styles);

type Props = Pick<ComponentProps<'input'>, 'checked' | 'defaultChecked' | 'disabled' | 'aria-describedby'> & {
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
};

export function Checkbox({ onChange, children, ...input }: Props) {
  return (
    <label className={css('checkbox')}>
      <input type="checkbox" {...input} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
