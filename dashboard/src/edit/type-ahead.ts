import { useEffect } from 'react';
import { pressKey } from '../ui/press-key.ts';
import { editor } from './editor.ts';

/**
 * Keys that are pressed while a change is being saved, and wait until it is saved. A fast typist
 * would otherwise lose the first keys of the next change.
 */
const waiting: string[] = [];
let isReplaying = false;

/**
 * Holds back keystrokes while a change is saved: those for the open or the next editor, and all
 * that follow them.
 */
export function useTypeAhead(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isReplaying || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length !== 1 && event.key !== 'Enter') return;
      if (waiting.length === 0 && !isBlocked(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      waiting.push(event.key);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function isBlocked(target: EventTarget | null): boolean {
  const open = editor.value;
  if (open?.kind !== 'saving') return false;
  return (
    open.nextPetId !== undefined ||
    (target instanceof Element && target.closest('.editor') !== null)
  );
}

/** Repeats the keys that the user pressed during a save, until one of them starts another save. */
export async function replayKeys(): Promise<void> {
  for (;;) {
    // Waits until React has rendered the effect of the previous key, which may have moved the focus
    // to another field.
    await new Promise((resolve) => setTimeout(resolve));
    const key = waiting[0];
    if (key === undefined || editor.value?.kind === 'saving') return;
    isReplaying = true;
    pressKey(key);
    isReplaying = false;
    waiting.shift();
  }
}

export function discardKeys(): boolean {
  return waiting.splice(0).length > 0;
}
