type LinkSecrets = { readonly key: string | undefined; readonly setup: string | undefined };

/**
 * A link may carry an API key as `#key=…`, or the secret of a first run as `#setup=…`. Removes both from the URL and
 * returns them. See docs/decisions/0026.
 */
export function takeSecretsFromUrl(): LinkSecrets {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const take = (name: string) => parameters.get(name)?.trim() || undefined;
  const secrets = { key: take('key'), setup: take('setup') };
  if (parameters.has('key') || parameters.has('setup')) {
    history.replaceState(null, '', location.pathname + location.search);
  }
  return secrets;
}
