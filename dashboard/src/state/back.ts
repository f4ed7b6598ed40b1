/** Layers over the screen that the Back button closes, the topmost last. Each has an entry in the browser's history. */
type Layer = {
  /** Returns false if it must stay open. */
  readonly close: () => boolean;
  readonly hash: string;
};

const layers: Layer[] = [];

/** Whether entries of layers that have closed are being left, which takes the browser a moment. */
let isLeaving = false;

// Closing a layer must not move the page.
history.scrollRestoration = 'manual';

window.addEventListener('popstate', () => {
  if (isLeaving) {
    // Not the Back button. A layer may have opened meanwhile.
    isLeaving = false;
    return adjustEntries();
  }
  // Another screen, which leaves what is open here as it is.
  if (layers.at(-1)?.hash !== location.hash) return;
  while (layers.length > entriesNow()) {
    if (layers.at(-1)?.close() === false) return adjustEntries();
    layers.pop();
  }
});

/** Lets the Back button close a layer that has just opened. Returns what to call when it is closed in another way. */
export function closeOnBack(close: () => boolean): () => void {
  const layer = { close, hash: location.hash };
  layers.push(layer);
  queueMicrotask(adjustEntries);
  return () => {
    const index = layers.indexOf(layer);
    if (index < 0) return;
    layers.splice(index, 1);
    queueMicrotask(adjustEntries);
  };
}

function entriesNow(): number {
  return (history.state as { readonly layers?: number } | null)?.layers ?? 0;
}

/** Once for everything that opens and closes at a time. */
function adjustEntries(): void {
  if (isLeaving) return;
  const entries = entriesNow();
  for (let count = entries + 1; count <= layers.length; count++) history.pushState({ layers: count }, '');
  if (entries <= layers.length) return;
  isLeaving = true;
  history.go(layers.length - entries);
}
