import { t } from '../messages/all.ts';
import { formatDateTime } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { closeOverlay, type OverlayOf, overlay } from '../state/screen.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import styles from './key-dialog.module.css';
import { roleName, roles } from './roles.ts';
import { requireSession } from './session.ts';

export function KeyDialog({ wanted }: OverlayOf<'key'>) {
  const { name, scope, createdAt, expiresAt } = requireSession().key;
  const rank = roles.findIndex(([known]) => known === scope);
  return (
    <ModalDialog title={t('dialog.yourKey')} onClose={closeOverlay}>
      <div className="stack">
        {wanted !== undefined && (
          <Message tone="warning" icon="lock">
            {t('dialog.roleNeeded', {
              ...wanted,
              needed: t(`role.${wanted.scope}`),
              own: roleName(scope),
            })}
          </Message>
        )}
        <p>{withTags(t('dialog.signedInWith', { name }))}</p>
        <ul className={styles.keyRoles}>
          {roles.map(([known, role, allowed], index) => (
            <li key={known} className={index > rank ? 'muted' : undefined}>
              <Icon name={index > rank ? 'close' : 'check'} />
              <span>
                <span className="visually-hidden">
                  {index > rank ? t('dialog.notAllowed') : t('dialog.allowed')}{' '}
                </span>
                <strong>{role}</strong>
                <span className="hint">{allowed}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="muted small">
          {expiresAt === null
            ? t('dialog.keyCreated', { created: formatDateTime(createdAt) })
            : t('dialog.keyExpires', {
                created: formatDateTime(createdAt),
                expires: formatDateTime(expiresAt),
              })}
        </p>
        <Button icon="people" onPress={() => overlay.set({ kind: 'people' })}>
          {t('people.title')}
        </Button>
        {scope !== 'owner' && <p className="small">{t('dialog.moreRights')}</p>}
      </div>
    </ModalDialog>
  );
}
