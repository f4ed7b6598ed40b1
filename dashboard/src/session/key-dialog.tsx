import { closeOverlay, type OverlayOf } from '../state/screen.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import styles from './key-dialog.module.css';
import { roleName, roles } from './roles.ts';
import { isRemembered, requireSession, setRemembered } from './session.ts';

export function KeyDialog({ wanted }: OverlayOf<'key'>) {
  const { name, scope, createdAt, expiresAt } = requireSession().key;
  const rank = roles.findIndex(([known]) => known === scope);
  return (
    <ModalDialog title="Your key" onClose={closeOverlay}>
      <div className="stack">
        {wanted !== undefined && (
          <Message tone="warning" icon="lock">
            “{wanted.name}” needs a key with the role “{roleName(wanted.scope)}”. Yours has the role “{roleName(scope)}
            ”.
          </Message>
        )}
        <p>
          You are signed in with the key <strong>{name}</strong>. The history shows this name beside your changes.
        </p>
        <ul className={styles.keyRoles}>
          {roles.map(([known, role, allowed], index) => (
            <li key={known} className={index > rank ? 'muted' : undefined}>
              <Icon name={index > rank ? 'close' : 'check'} />
              <span>
                <span className="visually-hidden">{index > rank ? 'Not allowed: ' : 'Allowed: '}</span>
                <strong>{role}</strong>
                <span className="hint">{allowed}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="muted small">
          Created {formatDateTime(createdAt)}.{' '}
          {expiresAt === null ? 'It does not expire.' : `It expires ${formatDateTime(expiresAt)}.`}
        </p>
        <Checkbox defaultChecked={isRemembered()} onChange={setRemembered}>
          Remember this device
        </Checkbox>
        {scope !== 'owner' && (
          <p className="small">
            For more, ask the owner of the shop for another key, then sign out and sign in with it. Owners create keys
            in the settings.
          </p>
        )}
      </div>
    </ModalDialog>
  );
}
