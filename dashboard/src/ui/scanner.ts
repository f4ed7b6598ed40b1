import { useEffect } from 'react';
import { searchInputId } from '../state/screen.ts';
import { scannerSpeed } from '../state/storage.ts';
import { pressKey, setFieldValue } from './press-key.ts';

/**
 * The longest pause between two characters of a normal or slow barcode scanner. A normal one is
 * faster than people.
 */
const pauseMsMax = { normal: 35, slow: 100 };
/**
 * If no key follows within a scanner's longest pause plus this time, the pressed keys count as
 * typed by a person.
 */
const decisionMs = 5;
/**
 * The shortest text that counts as scanned. If a pet has no barcode, its label says "pet 12": "12"
 * is too short.
 */
const charactersMin = 4;

/** Keys that have been pressed one after another at the speed of a barcode scanner. */
type Burst = {
  text: string;
  lastKeyAtMs: number;
  /**
   * The pressed keys that other event listeners get only if a person, not a scanner, turns out to
   * have typed them.
   */
  held: string[];
  /**
   * The input field that the scanner's key presses go into, and the field's text before the first
   * of them.
   */
  readonly field: Field | undefined;
};

type Field = NonNullable<ReturnType<typeof fieldOf>>;

let onCode: ((code: string) => void) | undefined;

/** Handles a code as if a scanner had typed it. */
export function handleScan(code: string): void {
  onCode?.(code);
}

/**
 * Calls `onScan` with each text that is typed at a scanner's speed and ends with Enter or Tab,
 * wherever the focus is. The keys of a scan have no other effect: they are held back until it is
 * clear whether a person or a scanner types. Only the first key goes into a text field at once, and
 * is removed from it after a scan.
 */
export function useScanner(onScan: (code: string) => void): void {
  useEffect(() => {
    onCode = onScan;
  }, [onScan]);
  useEffect(() => {
    let burst: Burst | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    /**
     * Lets the page handle the keys that were held back, because a person seems to have typed them.
     */
    const release = () => {
      clearTimeout(timer);
      for (const key of burst?.held.splice(0) ?? []) pressKey(key);
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const { key, timeStamp } = event;
      // Scanners send the Shift key before a capital letter. That key is no part of the scanned
      // code.
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
        // The keys held back so far may move the focus. Then this key goes to the newly focused
        // element, except Tab.
        const hasMoved = target !== document.activeElement;
        if (hasMoved && isPlain && !isText && key !== 'Tab') {
          swallow(event);
          return pressKey(key);
        }
        const focused = fieldOf(document.activeElement);
        // Outside a field, a space presses a button or scrolls the page, so it does not begin a
        // scan.
        if (!isText || event.repeat || (key === ' ' && focused === undefined)) return;
        // Plus and minus are held back even in a field: in a pet's editor, they switch to adding or
        // removing units.
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
        // Keys for a date field are not held back, because a script could not type them into the
        // field later.
        if (burst.field === undefined || burst.field.selection !== undefined) {
          burst.held.push(key);
          swallow(event);
        }
      }
      clearTimeout(timer);
      timer = setTimeout(release, pauseMsMax[scannerSpeed.value] + decisionMs);
    };
    // In the capture phase, the window sees each key before all other listeners.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    // A click while keys are held back for a possible scan types them first: a click on Save must
    // include them.
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
  const selection =
    selectionStart === null ? undefined : ([selectionStart, selectionEnd ?? 0] as const);
  return { input, value, selection };
}

function restore({ input, value, selection }: Field): void {
  if (input.value !== value) setFieldValue(input, value);
  if (selection !== undefined && input === document.activeElement)
    input.setSelectionRange(...selection);
}
