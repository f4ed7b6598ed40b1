/**
 * The URL of the API. index.html contains its path relative to the page, because a proxy may add a
 * prefix.
 */
export function apiUrl(): string {
  const path =
    document.querySelector<HTMLMetaElement>('meta[name="pawstock-api"]')?.content ?? '/v1';
  return new URL(path.slice(1), document.baseURI).href;
}
