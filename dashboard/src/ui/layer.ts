import { useEffect, useEffectEvent, useState } from 'react';
import { closeOnBack } from '../state/back.ts';

/**
 * Lets the Back button close a dialog or menu. When it closes, React Aria returns the focus to the
 * element that opened it. That element may be gone, because the URL can name another screen
 * meanwhile. Then the current screen gets the focus.
 */
export function useLayer(close: () => unknown): void {
  const onBack = useEffectEvent(close);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => closeOnBack(() => onBack()), []);
  useEffect(
    () => () => {
      if (opener?.isConnected !== true) requestAnimationFrame(focusScreen);
    },
    [opener],
  );
}

function focusScreen(): void {
  if (document.activeElement !== document.body) return;
  document
    .querySelector<HTMLElement>('main :is(a[href], button:enabled, input, [tabindex])')
    ?.focus();
}
