import type { ComponentProps, ReactNode } from 'react';

type Props = Pick<ComponentProps<'input'>, 'checked' | 'defaultChecked' | 'disabled' | 'aria-describedby'> & {
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
};

export function Checkbox({ onChange, children, ...input }: Props) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...input} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
