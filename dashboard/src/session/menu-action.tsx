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
  /**
   * What the menu entry does; undefined for an entry of several actions, none of which the API key
   * allows.
   */
  readonly onAction?: () => void;
  readonly scope?: 'write' | 'admin';
  readonly isDangerous?: boolean;
  readonly note?: string;
};

/**
 * A menu entry. An action that the API key does not allow stays in the menu and explains which key
 * it needs.
 */
export function MenuAction({
  icon,
  name,
  onAction,
  scope,
  isDangerous = false,
  note,
}: ActionProps) {
  const { canWrite, canAdminister } = usePermissions();
  const needed = (scope === 'write' ? canWrite : canAdminister) ? undefined : scope;
  return (
    <MenuItem
      className={menuStyles.menuItem}
      textValue={name}
      onAction={() => {
        leaveMenu();
        if (needed === undefined) onAction?.();
        else overlay.set({ kind: 'key', wanted: { name, scope: needed } });
      }}
      data-danger={isDangerous || undefined}
    >
      <Icon name={needed ? 'lock' : icon} />
      <span>
        {name}
        <span className={menuStyles.menuNote}>
          {needed ? t('dialog.needsRole', { role: t(`role.${needed}`) }) : note}
        </span>
      </span>
    </MenuItem>
  );
}
