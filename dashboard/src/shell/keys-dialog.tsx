import { useValue } from '../observable.ts';
import { closeOverlay, overlay } from './overlay.ts';
import { Panel } from './panel.tsx';

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search by identifier'],
  [['↑', '↓'], 'Move in the table'],
  [['Home', 'End'], 'To the first or last pet'],
  [['Page Up', 'Page Down'], 'A screen up or down'],
  [['Enter'], 'Change the quantity; save it'],
  [['+', '−'], 'In the number: add or remove instead'],
  [['h'], 'History of the pet'],
  [['m'], 'Everything else about the pet'],
  [['u'], 'Undo the last change'],
  [['Esc'], 'Leave or close'],
  [['F6'], 'To the messages and back'],
  [['?'], 'This list'],
];

export function KeysDialog() {
  const open = useValue(overlay)?.kind === 'keys';
  return (
    <Panel title="Keys" open={open} onClose={closeOverlay}>
      <dl className="keys">
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
