import { useEffect } from 'react';
import { overlay, searchInputId } from '../state/screen.ts';

/** Handles the keyboard shortcuts that work anywhere outside fields, dialogs and menus. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isForOtherTarget(event)) return;
      if (event.key === '/' || event.key === '?') event.preventDefault();
      // The shortcut "?" also works with the question marks of Arabic and Japanese keyboards.
      if (/[?؟？]/.test(event.key)) overlay.set({ kind: 'shortcuts' });
      else if (event.key === '/' || startsSearch(event)) focusSearch();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isForOtherTarget({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return true;
  return target.closest('input:read-write, [role="dialog"], [role="menu"]') !== null;
}

/** Moves the focus to the search field and selects its text, so that typing replaces the text. */
function focusSearch(): void {
  const input = document.getElementById(searchInputId);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.select();
}

/**
 * Whether a pressed key starts a search: digits and the minus sign of an ID do, except in a
 * quantity's editor.
 */
function startsSearch({ key, target }: KeyboardEvent): boolean {
  return (
    /^[\p{Nd}-]$/u.test(key) && target instanceof Element && target.closest('.editor') === null
  );
}
