import { MenuItem, MenuSection } from 'react-aria-components/Menu';
import { openImport } from '../import/import-state.ts';
import { t } from '../messages/all.ts';
import { language, languages } from '../messages/language.ts';
import { languageOptions, setLanguage } from '../session/language-field.tsx';
import { MenuAction } from '../session/menu-action.tsx';
import { roleName } from '../session/roles.ts';
import { requireSession } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { type OverlayOf, overlay, screen } from '../state/screen.ts';
import { theme, themes } from '../state/storage.ts';
import { exportShownPets } from '../table/print-and-export.tsx';
import { Icon } from '../ui/icon.tsx';
import menuStyles from '../ui/menu.module.css';
import { MenuChoices, OverlayMenu } from '../ui/menu.tsx';
import { printAlone } from '../ui/printing.ts';
import { requestSignOut } from './sign-out-dialog.tsx';

const themeOptions = themes.map((name) => [name, t(`device.${name}`)] as const);

/**
 * A closing menu goes back in the browser's history. Then the chosen command runs, so that a new
 * screen stays open.
 */
function afterMenu(run: () => void): void {
  window.addEventListener('popstate', run, { once: true });
}

const openSettings = () => afterMenu(() => location.assign('#settings'));
const show = (next: typeof overlay.value) => () => overlay.set(next);

export function LanguageMenu({ open }: { readonly open: OverlayOf<'language-menu'> }) {
  return (
    <OverlayMenu open={open} label={t('ui.language')}>
      <MenuChoices
        label={t('ui.language')}
        value={language}
        options={languageOptions}
        areLanguages
        onChange={(next) => afterMenu(() => setLanguage(next))}
      />
    </OverlayMenu>
  );
}

export function MainMenu({ open }: { readonly open: OverlayOf<'main-menu'> }) {
  const { key } = requireSession();
  const currentTheme = useObservable(theme);
  const isStock = useObservable(screen) === 'stock';
  return (
    <OverlayMenu open={open} label={t('app.menu')}>
      <MenuSection aria-label={t('table.pets')}>
        <MenuAction
          icon="plus"
          name={t('dialog.addPetItem')}
          scope="admin"
          onAction={show({ kind: 'add' })}
        />
        <MenuAction
          icon="upload"
          name={t('dialog.importItem')}
          scope="write"
          onAction={openImport}
        />
        {isStock && (
          <MenuAction icon="download" name={t('dialog.exportShown')} onAction={exportShownPets} />
        )}
        <MenuAction
          icon="print"
          name={t(isStock ? 'dialog.printShown' : 'dialog.print')}
          onAction={() => print()}
        />
        {isStock && (
          <MenuAction
            icon="tag"
            name={t('dialog.printLabels')}
            onAction={() => printAlone('labels')}
          />
        )}
      </MenuSection>
      <MenuChoices
        label={t('dialog.appearance')}
        value={currentTheme}
        options={themeOptions}
        onChange={theme.set}
      />
      <MenuSection aria-label={t('dialog.menuHelp')}>
        <MenuAction
          icon="globe"
          name={t('ui.language')}
          note={languages[language].name}
          onAction={show({ ...open, kind: 'language-menu' })}
        />
        <MenuAction
          icon="keyboard"
          name={t('dialog.shortcuts')}
          onAction={show({ kind: 'shortcuts' })}
        />
        <MenuItem className={menuStyles.menuItem} href="docs" textValue={t('dialog.apiReference')}>
          <Icon name="book" />
          {t('dialog.apiReference')}
        </MenuItem>
        {key.scope === 'owner' && (
          <MenuAction icon="lock" name={t('screen.settings')} onAction={openSettings} />
        )}
        <MenuAction
          icon="key"
          name={t('dialog.keyItem', { name: key.name })}
          note={roleName(key.scope)}
          onAction={show({ kind: 'key', wanted: undefined })}
        />
        {key.scope === 'owner' && (
          <MenuAction
            icon="plus"
            name={t('people.newPerson')}
            onAction={show({ kind: 'new-person' })}
          />
        )}
        <MenuAction icon="people" name={t('people.title')} onAction={show({ kind: 'people' })} />
        <MenuAction icon="exit" name={t('dialog.signOut')} onAction={() => void requestSignOut()} />
      </MenuSection>
    </OverlayMenu>
  );
}
