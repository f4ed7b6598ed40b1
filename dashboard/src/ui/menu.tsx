import { type ReactNode, useRef } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { flushSync } from 'react-dom';
import { closeOverlay, overlay } from '../state/screen.ts';
import { Icon } from './icon.tsx';
import { useLayer } from './layer.ts';
import styles from './menu.module.css';
import type { Choice } from './segmented-control.tsx';

/** `areLanguages` means that each choice is a language, with its name in that language. */
type ChoicesProps<T extends string> = Choice<T> & { readonly areLanguages?: boolean };

/** A section of a menu with several choices, one of which is ticked. */
export function MenuChoices<T extends string>(props: ChoicesProps<T>) {
  const { label, value, options, onChange, areLanguages = false } = props;
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value ?? '']}
      onSelectionChange={(keys) => {
        const next = options.find(([option]) => keys !== 'all' && keys.has(option))?.[0];
        if (next !== undefined && next !== value) onChange(next);
      }}
    >
      <Header className={styles.menuHeading}>{label}</Header>
      {options.map(([option, name]) => (
        <MenuItem key={option} id={option} className={styles.menuItem} textValue={name}>
          <span lang={areLanguages ? option : undefined}>{name}</span>
          <span className={styles.tick}>{option === value && <Icon name="check" />}</span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}

/**
 * Closes the open menu and focuses its button, so that a dialog that opens next returns the focus
 * to the button.
 */
export function leaveMenu(): void {
  const open = overlay.value;
  if (open === undefined || !('anchor' in open)) return;
  flushSync(closeOverlay);
  open.anchor.focus();
}

type OverlayMenuProps = {
  readonly open: { readonly anchor: HTMLElement };
  readonly label: string;
  readonly children: ReactNode;
};

export function OverlayMenu({ open, label, children }: OverlayMenuProps) {
  const anchor = useRef<HTMLElement>(null);
  anchor.current = open.anchor;
  // An action of the menu may have opened a dialog or another menu, which must stay open.
  const close = () => {
    if (overlay.value === open) closeOverlay();
  };
  useLayer(closeOverlay);
  return (
    <Popover
      className={styles.popover}
      aria-label={label}
      placement="bottom end"
      triggerRef={anchor}
      isOpen
      onOpenChange={close}
    >
      <Menu className={styles.menu} aria-label={label} autoFocus="first" onClose={close}>
        {children}
      </Menu>
    </Popover>
  );
}
