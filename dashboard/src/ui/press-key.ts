import { flushSync } from 'react-dom';

/**
 * Imitates a key press. Events of scripts type nothing, so this also does what the browser does for
 * a real key.
 */
export function pressKey(key: string): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  const isHandled = !(document.activeElement ?? document.body).dispatchEvent(event);
  const input = document.activeElement;
  if (isHandled || !(input instanceof HTMLInputElement) || input.selectionStart === null) return;
  if (key === 'Enter') input.form?.requestSubmit();
  else if (key.length === 1 && input.matches(':read-write')) {
    input.setRangeText(
      key,
      input.selectionStart,
      input.selectionEnd ?? input.selectionStart,
      'end',
    );
    input.dispatchEvent(
      new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }),
    );
  }
}

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/**
 * Sets the value of a field as if the user had typed it: React does not notice a value that a
 * script sets.
 */
export function setFieldValue(input: HTMLInputElement, value: string): void {
  setValue?.call(input, value);
  // React renders at once. Otherwise, setting another field of the same form next could undo this
  // field's change.
  flushSync(() => input.dispatchEvent(new InputEvent('input', { bubbles: true })));
}
