/**
 * A dialog, menu or editor that the Back button closes. While it is open, it has an entry in the
 * browser's history.
 */
type Layer = {
  /** Closes the dialog, menu or editor. Returns false if it must stay open. */
  readonly close: () => unknown;
  readonly hash: string;
};

const layers: Layer[] = [];

/**
 * Whether the browser is going back past the history entries of closed dialogs and menus, which
 * takes a moment.
 */
let isLeaving = false;

/**
 * The part of the URL that names the screen, when this module last saw it. A link to a screen is no
 * step back.
 */
let knownHash = '';

export function followBackButton(): void {
  // The page must not scroll when the Back button closes a dialog or menu.
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', onPopState);
}

function onPopState(): void {
  const wasLeaving = isLeaving;
  const hasMoved = knownHash !== location.hash;
  knownHash = location.hash;
  isLeaving = false;
  // Each dialog, menu or editor that is still open, or has just opened, needs an entry in the
  // browser's history.
  if (wasLeaving) adjustEntries();
  // Nothing is open, or the URL now names another screen. The dialogs, menus and editor of the last
  // one stay open.
  if (wasLeaving || layers.at(-1)?.hash !== location.hash) return;
  while (!hasMoved && layers.length > entriesNow() && layers.at(-1)?.close() !== false)
    layers.pop();
  if (layers.length > entriesNow()) adjustEntries();
}

/**
 * Lets the Back button close a dialog or menu. Returns a function to call if the user closes it in
 * another way.
 */
export function closeOnBack(close: Layer['close']): () => void {
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

/** Gives the browser's history one entry for each open dialog, menu or editor. */
function adjustEntries(): void {
  knownHash = location.hash;
  if (isLeaving) return;
  const entries = entriesNow();
  for (let count = entries + 1; count <= layers.length; count++)
    history.pushState({ layers: count }, '');
  if (entries <= layers.length) return;
  isLeaving = true;
  history.go(layers.length - entries);
}
