import { MenuItem } from 'react-aria-components/Menu';
import { Icon, type IconName } from './icon.tsx';

type ActionProps = {
  readonly icon: IconName;
  readonly name: string;
  readonly onAction: () => void;
  readonly isDangerous?: boolean;
};

export function MenuAction({ icon, name, onAction, isDangerous = false }: ActionProps) {
  return (
    <MenuItem className="menu-item" textValue={name} onAction={onAction} data-danger={isDangerous || undefined}>
      <Icon name={icon} />
      {name}
    </MenuItem>
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
