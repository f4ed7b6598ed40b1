import { Button } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Separator } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { closeEditor } from '../edit/editor.ts';
import { closeHistory } from '../history/history.ts';
import { exportShownPets } from '../import/export.ts';
import { importState, openImport } from '../import/import-state.ts';
import { names } from '../names/names.ts';
import { onSignOut, session, signOut, usePermissions } from '../session/session.ts';
import { noFilter } from '../stock/filter.ts';
import { loadStock, setFilter } from '../stock/store.ts';
import { Icon } from '../ui/icon.tsx';
import { LockedAction, MenuAction, MenuChoice } from '../ui/menu-items.tsx';
import { useObservable } from './observable.ts';
import { closeOverlay, overlay } from './overlay.ts';
import { setTheme, type Theme, theme, themes } from './preferences.ts';
import { screen, showScreen } from './screen.ts';

const themeNames: Readonly<Record<Theme, string>> = { auto: 'System', light: 'Light', dark: 'Dark' };

export function MainMenu() {
  const { canWrite, canAdminister } = usePermissions();
  const current = useObservable(session);
  const currentTheme = useObservable(theme);
  const isStock = useObservable(screen) === 'stock';
  return (
    <MenuTrigger>
      <Button className="button" data-square aria-label="Menu">
        <Icon name="more" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu">
          <MenuSection aria-label="Screens">
            {!isStock && <MenuAction icon="back" name="Stock" onAction={() => showScreen('stock')} />}
            {canWrite ? (
              <>
                <MenuAction icon="truck" name="Receive a delivery" onAction={() => showScreen('delivery')} />
                <MenuAction icon="list" name="Count stock" onAction={() => showScreen('count')} />
              </>
            ) : (
              <>
                <LockedAction name="Receive a delivery" scope="write" />
                <LockedAction name="Count stock" scope="write" />
              </>
            )}
            <MenuAction icon="chart" name="Activity" onAction={() => showScreen('activity')} />
          </MenuSection>
          <Separator className="menu-separator" />
          <MenuSection aria-label="Pets">
            {canAdminister ? (
              <MenuAction icon="plus" name="Add pet…" onAction={() => overlay.set({ kind: 'add', petId: '' })} />
            ) : (
              <LockedAction name="Add pet" scope="admin" />
            )}
            {canWrite ? (
              <MenuAction icon="upload" name="Import spreadsheet…" onAction={openImport} />
            ) : (
              <LockedAction name="Import spreadsheet" scope="write" />
            )}
            <MenuAction icon="download" name="Export shown pets" onAction={exportShownPets} />
            <MenuAction icon="print" name={isStock ? 'Print shown pets' : 'Print'} onAction={() => window.print()} />
          </MenuSection>
          <Separator className="menu-separator" />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[currentTheme]}
            onSelectionChange={(keys) => {
              const next = themes.find((name) => keys !== 'all' && keys.has(name));
              if (next !== undefined) setTheme(next);
            }}
          >
            <Header className="menu-heading">Appearance</Header>
            {themes.map((name) => (
              <MenuChoice key={name} id={name} name={themeNames[name]} isSelected={name === currentTheme} />
            ))}
          </MenuSection>
          <Separator className="menu-separator" />
          <MenuSection aria-label="Help and session">
            <MenuAction icon="keyboard" name="Keyboard shortcuts" onAction={() => overlay.set({ kind: 'shortcuts' })} />
            <MenuItem className="menu-item" href="docs" textValue="API reference">
              <Icon name="book" />
              API reference
            </MenuItem>
            {current.kind === 'signed-in' && (
              <MenuAction
                icon="key"
                name={`Key: ${current.key.name}`}
                note={`Scope ${current.key.scope}`}
                onAction={() => overlay.set({ kind: 'key', wanted: undefined })}
              />
            )}
            <MenuAction icon="exit" name="Sign out" onAction={signOut} />
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

onSignOut(() => {
  closeEditor();
  closeHistory();
  closeOverlay();
  importState.set(undefined);
  loadStock([]);
  names.set(new Map());
  setFilter(noFilter);
});
