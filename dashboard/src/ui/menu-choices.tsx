import { Header, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Icon } from './icon.tsx';
import menuStyles from './menu.module.css';

type ChoicesProps<T extends string> = {
  readonly heading: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly onChange: (value: T) => void;
};

/** A section of a menu with alternatives, one of which is ticked. */
export function MenuChoices<T extends string>({ heading, value, options, onChange }: ChoicesProps<T>) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const next = options.find(([option]) => keys !== 'all' && keys.has(option))?.[0];
        if (next !== undefined && next !== value) onChange(next);
      }}
    >
      <Header className={menuStyles.menuHeading}>{heading}</Header>
      {options.map(([option, name]) => (
        <MenuItem key={option} id={option} className={menuStyles.menuItem} textValue={name}>
          {name}
          {option === value && (
            <span className={menuStyles.tick}>
              <Icon name="check" />
            </span>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
