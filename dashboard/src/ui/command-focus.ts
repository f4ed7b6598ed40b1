import { useEffect } from 'react';
import { searchInputId } from '../state/screen.ts';
import { isTouchScreen } from './touch.ts';

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
 * Keeps the focus on something: if the focused element disappears, as a pressed button may, the
 * closest place that is left gets it. That is the field for codes and searches where there is one.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let places: readonly Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      places = target instanceof Element ? ancestorsOf(target) : [];
    };
    const restore = () => {
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body) return;
      if (document.querySelector(layers) !== null) return;
      const field = document.getElementById(searchInputId);
      if (field !== null) return focusCommand();
      const place = places.find((one) => one.isConnected) ?? document.querySelector('main');
      const next = place?.querySelector<HTMLElement>(focusable) ?? document.querySelector('main');
      next?.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', remember);
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) requestAnimationFrame(restore);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

const layers = '[role="dialog"], [role="menu"]';
const focusable = 'a[href], button:enabled, input:enabled, select:enabled';

function ancestorsOf(element: Element): readonly Element[] {
  const { parentElement } = element;
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];
}

/**
 * Elements that keep the focus after a click: other fields, a button that asks whether to go on, and
 * what lies over the screen.
 */
const keepers =
  'input, select, textarea, a[href], [data-keeps-focus], [role="dialog"], [role="menu"]';

/** Brings the focus back to the command field after each click on something that is no field. */
export function useCommandFocus(): void {
  useEffect(() => {
    focusCommand();
    const controller = new AbortController();
    const { signal } = controller;
    const onClick = ({ target, detail }: MouseEvent) => {
      // A key on a button makes a click, too. Then the user moves by keyboard, and stays there.
      const isPointer = detail > 0;
      if (!isPointer || !(target instanceof Element)) return;
      requestAnimationFrame(() => {
        const { activeElement } = document;
        // The click itself may have moved the focus, for example to the next question.
        const hasMoved = activeElement !== document.body && !activeElement?.contains(target);
        if (hasMoved || activeElement?.closest(keepers) != null) return;
        if (document.querySelector(layers) === null) focusCommand();
      });
    };
    // React Aria's buttons stop clicks on their way up.
    document.addEventListener('click', onClick, { signal, capture: true });
    return () => controller.abort();
  }, []);
}
