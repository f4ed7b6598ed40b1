import { useEffect } from 'react';
import { isTouchScreen } from '../ui/touch.ts';
import { searchInputId } from './screen.ts';

/**
 * Gives the focus to the field of the screen that takes codes and searches. A touch screen gets
 * the focus on the screen itself, because a focused field raises the keyboard.
 */
export function focusCommand(): void {
  const field = document.getElementById(searchInputId);
  if (field === document.activeElement) return;
  if (isTouchScreen()) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  else field?.focus({ preventScroll: true });
}

/**
 * Elements that keep the focus after a click: other fields, a button that asks whether to go on, and
 * what lies over the screen.
 */
const keepers =
  'input, select, textarea, a[href], [data-keeps-focus], [role="dialog"], [role="menu"]';

/**
 * Keeps the focus in the command field of a screen: after each click on something that is no field
 * itself, and whenever the focused element disappears, as the Save button does.
 */
export function useCommandFocus(): void {
  useEffect(() => {
    focusCommand();
    const controller = new AbortController();
    const { signal } = controller;
    const restore = () => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (isLost && document.querySelector('[role="dialog"], [role="menu"]') === null)
        focusCommand();
    };
    const observer = new MutationObserver(() => requestAnimationFrame(restore));
    observer.observe(document.body, { childList: true, subtree: true });
    const onClick = ({ target, detail }: MouseEvent) => {
      // A key on a button makes a click, too. Then the user moves by keyboard, and stays there.
      const isPointer = detail > 0;
      if (!isPointer || !(target instanceof Element)) return;
      requestAnimationFrame(() => {
        const { activeElement } = document;
        // The click itself may have moved the focus, for example to the next question.
        const hasMoved = activeElement !== document.body && !activeElement?.contains(target);
        if (hasMoved || activeElement?.closest(keepers) != null) return;
        if (document.querySelector('[role="dialog"], [role="menu"]') === null) focusCommand();
      });
    };
    // React Aria's buttons stop clicks on their way up.
    document.addEventListener('click', onClick, { signal, capture: true });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, []);
}
