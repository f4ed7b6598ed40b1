import { useEffect } from 'react';
import { overlay, screen, searchInputId } from '../state/screen.ts';
import { focusCommand } from '../ui/command-focus.ts';

/**
 * Moves the focus from anywhere to the newest notification, and back. The window sees the key
 * before React Aria does, whose own F6 finds no other place to go to.
 */
export function useNotificationsKey(): void {
  useEffect(() => {
    let origin: Element | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      event.stopPropagation();
      const toasts = document.querySelector('[data-toasts]');
      const { activeElement } = document;
      if (toasts?.contains(activeElement) === true) {
        if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
        else focusCommand();
        return;
      }
      origin = activeElement;
      toasts?.querySelector<HTMLElement>('button')?.focus();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Handles the keyboard shortcuts that work anywhere outside fields, dialogs and menus. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForOtherTarget(event)) return;
      if (event.key === '/' || event.key === '?') event.preventDefault();
      // The shortcut "?" also works with the question marks of Arabic and Japanese keyboards.
      if (/[?؟？]/.test(event.key)) overlay.set({ kind: 'shortcuts' });
      else if (event.key === '/') focusField();
      else if (isText(event)) focusAmountIn(event.target) || focusField();
    };
    // React Aria's fields stop keys on their way up, even while a field is read-only.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function isForOtherTarget({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return true;
  return target.closest('input:read-write, [role="dialog"], [role="menu"]') !== null;
}

/** Whether a key types a character. A space presses a button or scrolls the page instead. */
function isText({ key, isComposing }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== ' ' && !isComposing;
}

/** A number that is typed beside the number field of an open editor belongs into that field. */
function focusAmountIn(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest('[data-editor]') : null;
  const amount = form?.querySelector<HTMLInputElement>('input[inputmode="numeric"]:read-write');
  amount?.focus();
  return amount != null;
}

/**
 * Moves the focus to the field of the screen that takes codes and searches. The browser then types
 * the pressed key into it, in place of the earlier text on the screen Stock.
 */
function focusField(): void {
  const input = document.getElementById(searchInputId);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  if (screen.value === 'stock') input.select();
}
