import { MenuItem } from 'react-aria-components/Menu';
import { Icon } from './icon.tsx';

type Props = { readonly id: string; readonly name: string; readonly isChosen: boolean };

/** One of several that exclude each other, in a menu; the one that holds has a tick. */
export function MenuChoice({ id, name, isChosen }: Props) {
  return (
    <MenuItem id={id} className="menu-item" textValue={name}>
      {name}
      {isChosen && (
        <span className="tick">
          <Icon name="check" />
        </span>
      )}
    </MenuItem>
  );
}
