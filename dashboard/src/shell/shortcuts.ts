import { undoLast } from '../edit/undo.ts';
import { overlay } from './overlay.ts';

export const searchFieldId = 'search';

const actions: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById(searchFieldId)?.focus(),
  '?': () => overlay.set({ kind: 'keys' }),
  u: undoLast,
};

/** Keys that work wherever nothing is typed. Returns how to stop. */
export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const action = actions[event.key];
    if (action === undefined || event.defaultPrevented || isBusy(event)) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** Whether the key belongs to a field or a dialog. */
function isBusy({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return true;
  return target.closest('input, textarea, [role="dialog"], [role="menu"]') !== null;
}
