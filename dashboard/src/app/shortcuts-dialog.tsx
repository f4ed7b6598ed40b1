import { reasonLetters } from '../edit/draft.ts';
import { t } from '../messages/all.ts';
import { closeOverlay } from '../state/screen.ts';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import styles from './shortcuts-dialog.module.css';

const descriptions: readonly (readonly [keys: readonly string[], description: string])[] = [
  [['/'], t('dialog.keySearch')],
  [['↑', '↓'], t('dialog.keyMove')],
  [['Home', 'End'], t('dialog.keyEnds')],
  [['Page Up', 'Page Down'], t('dialog.keyPage')],
  [['Enter'], t('dialog.keyEnter')],
  [['+', '−'], t('dialog.keySign')],
  [[...new Set(reasonLetters)], t('dialog.keyReason')],
  [['Ctrl', 'Enter'], t('dialog.keySave')],
  [['12*'], t('dialog.keyNumber')],
  [['Shift', 'F10'], t('dialog.keyMore')],
  [['Esc'], t('dialog.keyCancel')],
  [['F6'], t('dialog.keyNotifications')],
  [['?'], t('dialog.keyHelp')],
];

export function ShortcutsDialog() {
  return (
    <ModalDialog title={t('dialog.shortcuts')} onClose={closeOverlay}>
      {/* The list of shortcuts takes the focus, so that the keyboard scrolls it in a low window. */}
      <dl className={styles.shortcuts} tabIndex={0}>
        {descriptions.map(([keys, description]) => (
          <div key={description}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </ModalDialog>
  );
}
