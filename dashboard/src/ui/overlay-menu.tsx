import { type ReactNode, useEffect, useRef } from 'react';
import { Menu } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { closeOnBack } from '../state/back.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
import menuStyles from './menu.module.css';

type Props = {
  /** The menu that is open. */
  readonly open: { readonly anchor: HTMLElement };
  readonly label: string;
  readonly children: ReactNode;
};

/** A menu beside the element that it was opened from. */
export function OverlayMenu({ open, label, children }: Props) {
  const anchor = useRef<HTMLElement>(null);
  anchor.current = open.anchor;
  // An action of the menu may have opened another overlay.
  const close = () => {
    if (overlay.value === open) closeOverlay();
  };
  useEffect(
    () =>
      closeOnBack(() => {
        closeOverlay();
        return true;
      }),
    [],
  );
  return (
    <Popover
      className={menuStyles.popover}
      aria-label={label}
      placement="bottom end"
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <Menu className={menuStyles.menu} aria-label={label} autoFocus="first" onClose={close}>
        {children}
      </Menu>
    </Popover>
  );
}
