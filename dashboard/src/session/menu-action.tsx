import { MenuItem } from 'react-aria-components/Menu';
import { t } from '../messages/all.ts';
import { overlay } from '../state/screen.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import menuStyles from '../ui/menu.module.css';
import { leaveMenu } from '../ui/menu.tsx';
import { usePermissions } from './session.ts';

type ActionProps = {
  readonly icon: IconName;
  readonly name: string;
  readonly onAction: () => void;
  readonly scope?: 'write' | 'admin';
  readonly isDangerous?: boolean;
  readonly note?: string;
};

export function MenuAction({ icon, name, onAction, scope, isDangerous = false, note }: ActionProps) {
  const { canWrite, canAdminister } = usePermissions();
  if ((scope === 'write' && !canWrite) || (scope === 'admin' && !canAdminister)) {
    return <LockedAction name={name} scope={scope} />;
  }
  return (
    <MenuItem
      className={menuStyles.menuItem}
      textValue={name}
      onAction={() => {
        leaveMenu();
        onAction();
      }}
      data-danger={isDangerous || undefined}
    >
      <Icon name={icon} />
      <span>
        {name}
        <span className={menuStyles.menuNote}>{note}</span>
      </span>
    </MenuItem>
  );
}

/** An action that the key does not allow. It stays in the menu and explains which key it needs. */
export function LockedAction({ name, scope }: { readonly name: string; readonly scope: 'write' | 'admin' }) {
  return (
    <MenuAction
      icon="lock"
      name={name}
      note={t('dialog.needsRole', { role: t(`role.${scope}`) })}
      onAction={() => overlay.set({ kind: 'key', wanted: { name, scope } })}
    />
  );
}
