/** What the worker must know of a request to decide whether it answers it. */
type PageRequest = {
  readonly method: string;
  readonly url: string;
  /** Whether the browser opens a page, and does not load a part of one. */
  readonly isNavigation: boolean;
  readonly hasAuthorization: boolean;
};

/**
 * Whether a request is for the page of the dashboard, or for one of the files of its build. All
 * others are none of the worker's business: the API, its reference and the metrics, and whatever
 * carries an API key. They go to the network as if there were no worker.
 */
export function requestKind(
  request: PageRequest,
  scope: string,
  files: ReadonlySet<string>,
): 'page' | 'file' | 'other' {
  if (request.method !== 'GET' || request.hasAuthorization) return 'other';

  const { origin, pathname } = new URL(request.url);
  const path = origin + pathname;
  if (!path.startsWith(scope)) return 'other';

  const name = path.slice(scope.length);
  if (name === '') return request.isNavigation ? 'page' : 'other';
  return files.has(name) ? 'file' : 'other';
}

/** The name of the cache for a version of the build. It says whose API the page calls. */
export function cacheName(apiUrl: string, version: string): string {
  return `${cachePrefix(apiUrl)}${version}`;
}

function cachePrefix(apiUrl: string): string {
  return `pawstock ${apiUrl} `;
}

/**
 * The caches to delete once the cache `current` is in use, out of all, oldest first. The cache before
 * it stays: a page of the last version may still be open, and loads its later parts from there.
 */
export function outdatedCaches(
  all: readonly string[],
  apiUrl: string,
  current: string,
): readonly string[] {
  const earlier = all.filter((name) => name.startsWith(cachePrefix(apiUrl)) && name !== current);
  return earlier.slice(0, -1);
}
