import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Props = {
  readonly className?: string;
  /** Whether the region takes the focus even if another element has it. */
  readonly always?: boolean;
  /** Whether the window scrolls to the region when it appears. */
  readonly isScrolledTo?: boolean;
  readonly role?: 'alert';
  readonly children: ReactNode;
};

/**
 * A region that takes the focus if the focused element has disappeared, so that keyboard users keep
 * their place.
 */
export function FocusRegion({
  className = 'stack',
  always = false,
  isScrolledTo = false,
  role,
  children,
}: Props) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (always || document.activeElement === document.body)
      element.current?.focus({ preventScroll: true });
  }, [always]);
  useLayoutEffect(() => {
    if (isScrolledTo) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isScrolledTo]);
  return (
    <div ref={element} className={`focus-region ${className}`} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}
