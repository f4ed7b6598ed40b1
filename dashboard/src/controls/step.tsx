import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  readonly className?: string;
  /** Takes the focus even if something else has it. */
  readonly always?: boolean;
  readonly role?: 'alert';
  readonly children: ReactNode;
};

/** What takes the place of something that may have had the focus: without it, the keyboard would be nowhere. */
export function Step({ className = 'stack', always = false, role, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (always || document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [always]);
  return (
    <div ref={place} className={`step ${className}`} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}
