import type { Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';

type Props = Omit<ButtonProps, 'className'> & {
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function Button({ className = '', ...props }: Props) {
  return <AriaButton className={`${styles.button} ${className}`} {...props} />;
}

export function LinkButton({ className = '', ...props }: Props) {
  return <AriaButton className={`${styles.link} ${className}`} {...props} />;
}
