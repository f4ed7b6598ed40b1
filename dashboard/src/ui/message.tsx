import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './message.module.css';

type Props = {
  readonly tone: 'warning' | 'error';
  readonly icon?: IconName;
  readonly role?: 'alert';
  readonly children: ReactNode;
};

export function Message({ tone, icon = 'warning', role, children }: Props) {
  return (
    <p className={styles.message} data-tone={tone} role={role}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}

/** An error message that screen readers announce as soon as it appears. */
export function ErrorText({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="error">
      {children}
    </p>
  );
}
