import { Button } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Separator } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon, type IconName } from '../controls/icon.tsx';
import { MenuChoice } from '../controls/menu-choice.tsx';
import { exportShown } from '../import/export-shown.ts';
import { openImport } from '../import/importing.ts';
import { useValue } from '../observable.ts';
import { chooseTheme, type Theme, theme, themes } from '../preferences.ts';
import { useMay } from '../session/access.ts';
import { leave } from './leave.ts';
import { overlay } from './overlay.ts';

const themeNames: Readonly<Record<Theme, string>> = { auto: 'As the device', light: 'Light', dark: 'Dark' };

export function MainMenu() {
  const { administer } = useMay();
  const chosen = useValue(theme);
  return (
    <MenuTrigger>
      <Button className="button" data-square aria-label="Menu">
        <Icon name="more" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu">
          <MenuSection aria-label="Pets">
            {administer && (
              <Item icon="plus" name="Add pet…" onAction={() => overlay.set({ kind: 'add', petId: '' })} />
            )}
            {administer && <Item icon="upload" name="Import CSV…" onAction={openImport} />}
            <Item icon="download" name="Export what is shown" onAction={exportShown} />
          </MenuSection>
          <Separator className="menu-line" />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosen]}
            onSelectionChange={(keys) => {
              const next = themes.find((name) => keys !== 'all' && keys.has(name));
              if (next !== undefined) chooseTheme(next);
            }}
          >
            <Header className="menu-heading">Appearance</Header>
            {themes.map((name) => (
              <MenuChoice key={name} id={name} name={themeNames[name]} isChosen={name === chosen} />
            ))}
          </MenuSection>
          <Separator className="menu-line" />
          <MenuSection aria-label="Help and session">
            <Item icon="keyboard" name="Keys" onAction={() => overlay.set({ kind: 'keys' })} />
            <MenuItem className="menu-item" href="docs" textValue="API reference">
              <Icon name="book" />
              API reference
            </MenuItem>
            <Item icon="exit" name="Sign out" onAction={leave} />
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

type ItemProps = { readonly icon: IconName; readonly name: string; readonly onAction: () => void };

function Item({ icon, name, onAction }: ItemProps) {
  return (
    <MenuItem className="menu-item" textValue={name} onAction={onAction}>
      <Icon name={icon} />
      {name}
    </MenuItem>
  );
}
