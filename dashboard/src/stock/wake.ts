const longSleepMs = 20_000;

type Listeners = { readonly asleep: () => void; readonly awake: () => void };

/** Tells when the device has lost its network, and when it has it back or was put away for a while. Returns how to stop. */
export function onWake({ asleep, awake }: Listeners): () => void {
  let hiddenAtMs: number | undefined;
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAtMs = Date.now();
    else if (hiddenAtMs !== undefined && Date.now() - hiddenAtMs > longSleepMs) awake();
  };
  window.addEventListener('offline', asleep);
  window.addEventListener('online', awake);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('offline', asleep);
    window.removeEventListener('online', awake);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
