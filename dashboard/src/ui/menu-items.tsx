import { MenuItem } from 'react-aria-components/Menu';
import { overlay } from '../app/overlay.ts';
import { Icon, type IconName } from './icon.tsx';

type ActionProps = {
  readonly icon: IconName;
  readonly name: string;
  readonly onAction: () => void;
  readonly isDangerous?: boolean;
  /** A second, smaller line. */
  readonly note?: string;
};

export function MenuAction({ icon, name, onAction, isDangerous = false, note }: ActionProps) {
  return (
    <MenuItem className="menu-item" textValue={name} onAction={onAction} data-danger={isDangerous || undefined}>
      <Icon name={icon} />
      {note === undefined ? (
        name
      ) : (
        <span>
          {name}
          <span className="menu-note">{note}</span>
        </span>
      )}
    </MenuItem>
  );
}

/** An action that the key does not allow. It is listed, so that people who look for it learn why and what to do. */
export function LockedAction({ name, scope }: { readonly name: string; readonly scope: 'write' | 'admin' }) {
  return (
    <MenuAction
      icon="lock"
      name={name}
      note={`Needs ${scope === 'admin' ? 'an admin' : 'a write'} key`}
      onAction={() => overlay.set({ kind: 'key', wanted: { name, scope } })}
    />
  );
}

type ChoiceProps = { readonly id: string; readonly name: string; readonly isSelected: boolean };

/** One of several alternatives in a section with `selectionMode="single"`. */
export function MenuChoice({ id, name, isSelected }: ChoiceProps) {
  return (
    <MenuItem id={id} className="menu-item" textValue={name}>
      {name}
      {isSelected && (
        <span className="tick">
          <Icon name="check" />
        </span>
      )}
    </MenuItem>
  );
}
