/** A link may carry an API key as `#key=…`. Loading this module removes it from the URL: docs/decisions/0026. */
let key = removeFromUrl();

/** The key that was in the URL; undefined from the second call on. */
export function takeKeyFromUrl(): string | undefined {
  const taken = removeFromUrl() ?? key;
  key = undefined;
  return taken;
}

function removeFromUrl(): string | undefined {
  const found = new URLSearchParams(location.hash.slice(1)).get('key');
  if (found === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return found.trim() || undefined;
}
