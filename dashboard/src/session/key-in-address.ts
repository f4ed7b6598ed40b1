/** A link may carry a key after its `#key=`. It is taken out of the address as soon as this module is loaded. */
let taken = take();

/** The key that was in the address, once. */
export function takeKeyFromAddress(): string | undefined {
  const key = take() ?? taken;
  taken = undefined;
  return key;
}

function take(): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return key.trim() || undefined;
}
