import { closeEditor } from '../edit/editor.ts';
import { closeHistory } from '../history/history.ts';
import { importing } from '../import/importing.ts';
import { signOut } from '../session/session.ts';
import { loadStock } from '../stock/shop.ts';
import { closeOverlay } from './overlay.ts';

/** Whoever signs out leaves nothing behind for the next one at this screen. */
export function leave(): void {
  signOut();
  closeEditor();
  closeHistory();
  closeOverlay();
  importing.set(undefined);
  loadStock([]);
}
