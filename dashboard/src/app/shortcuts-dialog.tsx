import { reasonLetters } from '../edit/draft.ts';
import { closeOverlay } from '../state/screen.ts';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import styles from './shortcuts-dialog.module.css';

const descriptions: readonly (readonly [keys: readonly string[], description: string])[] = [
  [['/'], 'Search; a digit starts a search, too'],
  [['↑', '↓'], 'Move in the table'],
  [['Home', 'End'], 'First or last pet'],
  [['Page Up', 'Page Down'], 'One screen up or down'],
  [['Enter'], 'Change the quantity; save it'],
  [['+', '−'], 'Before a number: add or remove'],
  [[...new Set(reasonLetters)], 'After a number: another reason, by its first letter'],
  [['Ctrl', 'Enter'], 'Sell, or save the delivery or count'],
  [['h'], 'History of the pet'],
  [['m'], 'More actions for the pet'],
  [['Esc'], 'Cancel or close'],
  [['F6'], 'Move to the notifications and back'],
  [['?'], 'Show this list'],
];

export function ShortcutsDialog() {
  return (
    <ModalDialog title="Keyboard shortcuts" onClose={closeOverlay}>
      {/* The keyboard scrolls the list in a low window. */}
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
