/** A link may carry an API key as `#key=…`, or the secret of a first run as `#setup=…`. Loading this module removes it from the URL: docs/decisions/0026. */
let setup: string | undefined;
let key = removeFromUrl();

/** The secret of the link that creates the first key. */
export function takeSetupFromUrl(): string | undefined {
  const taken = setup;
  setup = undefined;
  return taken;
}

/** The key that was in the URL; undefined from the second call on. */
export function takeKeyFromUrl(): string | undefined {
  const taken = removeFromUrl() ?? key;
  key = undefined;
  return taken;
}

function removeFromUrl(): string | undefined {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const found = parameters.get('key');
  setup = parameters.get('setup')?.trim() || setup;
  if (found === null && !parameters.has('setup')) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return found?.trim() || undefined;
}
