import type { ComponentProps, ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ButtonProps, 'className' | 'children'> & {
  readonly className?: string;
  /** An icon before the text, or instead of a text. */
  readonly icon?: IconName | undefined;
  readonly children?: ReactNode;
};

export function Button({ className = '', icon, children, ...props }: Props) {
  return (
    <AriaButton
      className={`${styles.button} ${className}`}
      data-square={children ? undefined : true}
      {...props}
    >
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

/**
 * A native button, for lists with many rows: a thousand buttons of React Aria take seconds to
 * render.
 */
export function NativeButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={`${styles.button} ${className}`} data-plain {...props} />;
}

type MenuButtonProps = {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpen: (anchor: HTMLElement) => void;
};

export function MenuButton({ label, isOpen, onOpen }: MenuButtonProps) {
  const open = ({ target }: { readonly target: EventTarget }) => {
    if (target instanceof HTMLElement) onOpen(target);
  };
  return (
    <Button
      icon="more"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onPress={open}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') open(event);
        // Without this call, React Aria would stop the key event, and no shortcut would work on the
        // focused button.
        else event.continuePropagation();
      }}
    />
  );
}

export function LinkButton({ className = '', ...props }: Omit<Props, 'icon'>) {
  return <AriaButton className={`${styles.link} ${className}`} {...props} />;
}
