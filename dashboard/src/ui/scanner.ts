import { useEffect } from 'react';
import { searchInputId } from '../state/screen.ts';
import { scannerSpeed } from '../state/storage.ts';
import { pressKey, setFieldValue } from './press-key.ts';

/** The longest pause between two keys of a scanner. Even the fastest typists take longer than the normal value. */
const pauseMsMax = { normal: 35, slow: 100 };
/** A text without Enter or Tab counts as typed by a person this long after the longest pause. */
const decisionMs = 5;
/** The shortest scan. "12 Enter", however fast, is a quantity. So labels of pets without a barcode say "pet 12". */
const charactersMin = 4;

/** Keys that have come at a scanner's speed so far. */
type Burst = {
  text: string;
  lastKeyAtMs: number;
  /** The keys that are held back: no other listener has seen them yet. */
  held: string[];
  /** The field that the keys go to, with its text before the first key. */
  readonly field: Field | undefined;
};

type Field = NonNullable<ReturnType<typeof fieldOf>>;

let onCode: ((code: string) => void) | undefined;

/** Handles a code as if a scanner had typed it. */
export function handleScan(code: string): void {
  onCode?.(code);
}

/**
 * Calls `onScan` with each text that is typed at a scanner's speed and ends with Enter or Tab, wherever the focus is.
 * Nothing else gets these keys. The first one goes to a text field as usual and is taken out of it again; every other
 * key waits until it is clear that a person has pressed it.
 */
export function useScanner(onScan: (code: string) => void): void {
  useEffect(() => {
    onCode = onScan;
  }, [onScan]);
  useEffect(() => {
    let burst: Burst | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    /** Passes on the held keys: a person seems to have typed them. On a busy page, a scan may look like typing. */
    const release = () => {
      clearTimeout(timer);
      for (const key of burst?.held.splice(0) ?? []) pressKey(key);
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const { key, timeStamp } = event;
      // The Shift key is no part of a scan. Scanners send it before a capital letter.
      if (!event.isTrusted || event.isComposing || key === 'Shift') return;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      const isEnd = isPlain && (key === 'Enter' || (key === 'Tab' && !event.shiftKey));
      const isText = isPlain && key.length === 1;
      const pauseMs = timeStamp - (burst?.lastKeyAtMs ?? Number.NEGATIVE_INFINITY);
      const isFast = pauseMs >= 0 && pauseMs <= pauseMsMax[scannerSpeed.value] && !event.repeat;
      const isNext = isFast && (isText || (isEnd && (burst?.text.length ?? 0) >= charactersMin));
      if (!isNext || burst === undefined) {
        const target = document.activeElement;
        release();
        burst = undefined;
        // If a released key has moved the focus, this key is for the newly focused element. The browser handles Tab.
        const hasMoved = target !== document.activeElement;
        if (hasMoved && isPlain && !isText && key !== 'Tab') {
          swallow(event);
          return pressKey(key);
        }
        const focused = fieldOf(document.activeElement);
        // Outside a field, a space presses a button or scrolls the page, so it does not begin a scan.
        if (!isText || event.repeat || (key === ' ' && focused === undefined)) return;
        // Plus and minus are held back, because in some fields they change more than the text.
        const isHeld = focused === undefined || hasMoved || /[+\-−]/.test(key);
        const field = focused ?? fieldOf(document.getElementById(searchInputId));
        burst = { text: key, lastKeyAtMs: timeStamp, held: isHeld ? [key] : [], field };
        if (isHeld) swallow(event);
      } else if (isEnd) {
        swallow(event);
        clearTimeout(timer);
        const { text, field } = burst;
        burst = undefined;
        if (field !== undefined) restore(field);
        return handleScan(text);
      } else {
        burst.text += key;
        burst.lastKeyAtMs = timeStamp;
        // Keys for a date field are not held back, because a script cannot type into it.
        if (burst.field === undefined || burst.field.selection !== undefined) {
          burst.held.push(key);
          swallow(event);
        }
      }
      clearTimeout(timer);
      timer = setTimeout(release, pauseMsMax[scannerSpeed.value] + decisionMs);
    };
    // The capture phase of the window sees each key before every other listener.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    // On a busy page, a click on Save may come before the timer releases the held keys. Save must see those keys.
    window.addEventListener('pointerdown', release, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', release, { capture: true });
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, []);
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function fieldOf(input: Element | null) {
  if (!(input instanceof HTMLInputElement && input.matches(':read-write'))) return undefined;
  const { value, selectionStart, selectionEnd } = input;
  const selection = selectionStart === null ? undefined : ([selectionStart, selectionEnd ?? 0] as const);
  return { input, value, selection };
}

function restore({ input, value, selection }: Field): void {
  if (input.value !== value) setFieldValue(input, value);
  if (selection !== undefined && input === document.activeElement) input.setSelectionRange(...selection);
}
