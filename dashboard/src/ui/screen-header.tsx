import { type ReactNode, useEffect, useRef } from 'react';
import styles from './screen-header.module.css';

type Props = {
  readonly title: string;
  readonly takesFocus?: boolean;
  readonly children?: ReactNode;
};

export function ScreenHeader({ title, takesFocus = true, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.screenHeader}>
      <h2 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </div>
  );
}
