import type { ApiKey } from '../../../client/inventory-types.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, overlay } from '../state/screen.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import styles from './key-dialog.module.css';
import { isRemembered, session, setRemembered } from './session.ts';

const scopes: readonly (readonly [ApiKey['scope'], string])[] = [
  ['read', 'see, search, export and print the stock, and its history'],
  ['write', 'change quantities, also by importing a spreadsheet'],
  ['admin', 'add, name and remove pets, and mark them as pending or sold'],
  ['owner', 'manage keys and webhooks'],
];

export function KeyDialog() {
  const open = useObservable(overlay);
  const current = useObservable(session);
  if (open?.kind !== 'key' || current.kind !== 'signed-in') return undefined;
  const { name, scope, createdAt, expiresAt } = current.key;
  const rank = scopes.findIndex(([known]) => known === scope);
  const more = scopes[rank + 1];
  const { wanted } = open;
  return (
    <ModalDialog title="Your key" onClose={closeOverlay}>
      <div className="stack">
        {wanted !== undefined && (
          <Message tone="warning" icon="lock">
            “{wanted.name}” needs a key with the scope {wanted.scope}. Yours has the scope {scope}.
          </Message>
        )}
        <p>
          You are signed in with the key <strong>{name}</strong>, scope <strong>{scope}</strong>. The history shows its
          name beside your changes.
        </p>
        <ul className={styles.keyScopes}>
          {scopes.map(([known, allowed], index) => (
            <li key={known} className={index > rank ? 'muted' : undefined}>
              <Icon name={index > rank ? 'close' : 'check'} />
              <span>
                <span className="visually-hidden">{index > rank ? 'You cannot ' : 'You can '}</span>
                {allowed}
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
        {more !== undefined && (
          <p className="small">
            For more, ask the owner of the shop for another key, then sign out and sign in with it. Owners create keys
            in the settings.
          </p>
        )}
      </div>
    </ModalDialog>
  );
}
