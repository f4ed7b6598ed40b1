import { Menu, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import menuStyles from './menu.module.css';
import { MenuChoices } from './menu-choices.tsx';
import styles from './select.module.css';

type Props<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly onChange: (value: T) => void;
};

/** A button that shows what is chosen, with a menu of the alternatives. */
export function Select<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = options.find(([option]) => option === value)?.[1] ?? value;
  return (
    <MenuTrigger>
      <Button className={styles.select} aria-label={`${label}: ${name}`}>
        <span>{name}</span>
        <Icon name="expand" />
      </Button>
      <Popover className={menuStyles.popover} placement="bottom start">
        <Menu className={menuStyles.menu} aria-label={label}>
          <MenuChoices heading={label} value={value} options={options} onChange={onChange} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
