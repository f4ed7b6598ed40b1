import { MenuItem, MenuSection } from 'react-aria-components/Menu';
import { openImport } from '../import/import-state.ts';
import { MenuAction } from '../session/menu-action.tsx';
import { roleName } from '../session/roles.ts';
import { requireSession } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { type OverlayOf, overlay, screen } from '../state/screen.ts';
import { type ScannerSpeed, scannerSpeed, type Theme, theme } from '../state/storage.ts';
import { exportShownPets, printLabels } from '../table/print-and-export.tsx';
import { Icon } from '../ui/icon.tsx';
import menuStyles from '../ui/menu.module.css';
import { MenuChoices, OverlayMenu } from '../ui/menu.tsx';
import { optionsOf } from '../ui/segmented-control.tsx';
import { requestSignOut } from './sign-out-dialog.tsx';

const themeOptions = optionsOf<Theme>({ auto: 'System', light: 'Light', dark: 'Dark' });
const speedOptions = optionsOf<ScannerSpeed>({ normal: 'Normal speed', slow: 'Slow' });

/** Waits until the menu's own entry has left the browser's history: leaving it later would undo the change of screen. */
function openSettings(): void {
  window.addEventListener('popstate', () => location.assign('#settings'), { once: true });
}

export function MainMenu({ open }: { readonly open: OverlayOf<'main-menu'> }) {
  const { key } = requireSession();
  const currentTheme = useObservable(theme);
  const currentSpeed = useObservable(scannerSpeed);
  const isStock = useObservable(screen) === 'stock';
  return (
    <OverlayMenu open={open} label="Menu">
      <MenuSection aria-label="Pets">
        <MenuAction icon="plus" name="Add pet…" scope="admin" onAction={() => overlay.set({ kind: 'add' })} />
        <MenuAction icon="upload" name="Import spreadsheet…" scope="write" onAction={openImport} />
        <MenuAction icon="download" name="Export shown pets" onAction={exportShownPets} />
        <MenuAction icon="print" name={isStock ? 'Print shown pets' : 'Print'} onAction={() => window.print()} />
        {isStock && <MenuAction icon="tag" name="Print labels" onAction={printLabels} />}
      </MenuSection>
      <MenuChoices
        label="Appearance"
        value={currentTheme}
        options={themeOptions}
        onChange={(next) => theme.set(next)}
      />
      <MenuChoices
        label="Scanner"
        value={currentSpeed}
        options={speedOptions}
        onChange={(next) => scannerSpeed.set(next)}
      />
      <MenuSection aria-label="Help and session">
        <MenuAction icon="keyboard" name="Keyboard shortcuts" onAction={() => overlay.set({ kind: 'shortcuts' })} />
        <MenuItem className={menuStyles.menuItem} href="docs" textValue="API reference">
          <Icon name="book" />
          API reference
        </MenuItem>
        {key.scope === 'owner' && <MenuAction icon="lock" name="Settings" onAction={openSettings} />}
        <MenuAction
          icon="key"
          name={`Key: ${key.name}`}
          note={roleName(key.scope)}
          onAction={() => overlay.set({ kind: 'key', wanted: undefined })}
        />
        <MenuAction icon="exit" name="Sign out" onAction={requestSignOut} />
      </MenuSection>
    </OverlayMenu>
  );
}
