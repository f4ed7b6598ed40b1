import { cacheName, outdatedCaches, requestKind } from './request-kind.ts';

declare const self: ServiceWorkerGlobalScope;

/** The names of all files of the build but index.html. The build replaces it by their list. */
declare const builtFiles: readonly string[];
/** A digest of the files of the build. The build replaces it. */
declare const builtVersion: string;

/**
 * Lets the dashboard open without a network. It keeps the files of the build, and the page as the
 * service serves it. It keeps nothing else, and no API key passes through it. See docs/decisions/0038.
 */

const files: ReadonlySet<string> = new Set(builtFiles);
const { scope } = self.registration;
const apiUrl = new URL(self.location.href).searchParams.get('api') ?? '';
const ownCache = cacheName(apiUrl, builtVersion);

/** After this long without an answer of the service, the kept page is shown. */
const pageTimeoutMs = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = requestKind(
    {
      method: request.method,
      url: request.url,
      isNavigation: request.mode === 'navigate',
      hasAuthorization: request.headers.has('authorization'),
    },
    scope,
    files,
  );
  if (kind === 'page') event.respondWith(answerPage(request));
  if (kind === 'file') event.respondWith(answerFile(request));
});

async function install(): Promise<void> {
  const page = await fetch(scope, { cache: 'no-cache', credentials: 'omit' });
  if (!(await isOfThisBuild(page.clone())))
    throw new Error('The service serves the page of another version.');

  const cache = await caches.open(ownCache);
  await cache.put(scope, page);
  await cache.addAll(builtFiles.map(requestOf));
  // Pages of the last version find their files in its cache, so this version need not wait for them.
  await self.skipWaiting();
}

/** Browsers keep files whose names have a digest for ever. All others they must ask for again. */
function requestOf(name: string): Request {
  const cache = name.startsWith('assets/') ? 'default' : 'no-cache';
  return new Request(new URL(name, scope), { cache, credentials: 'omit' });
}

/**
 * Whether a page belongs to this build: all scripts and styles that it names are in it. While a new
 * version is rolled out, another instance may serve another page.
 */
async function isOfThisBuild(page: Response): Promise<boolean> {
  if (!page.ok) return false;
  const named = (await page.text()).matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g);
  const assets = [...named].map(([, name = '']) => name);
  return assets.length > 0 && assets.every((name) => files.has(name));
}

async function activate(): Promise<void> {
  for (const name of outdatedCaches(await caches.keys(), apiUrl, ownCache))
    await caches.delete(name);
  await self.clients.claim();
}

/** Answers with the page of the service, or with the kept one if the service does not answer. */
async function answerPage(request: Request): Promise<Response> {
  const kept = await caches.match(scope, { cacheName: ownCache, ignoreVary: true });
  if (kept === undefined) return fetch(request);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(pageTimeoutMs) });
    // A proxy answers with 502 or 503 while the service restarts.
    return response.status < 500 ? response : kept;
  } catch {
    return kept;
  }
}

async function answerFile(request: Request): Promise<Response> {
  const own = await caches.match(request, {
    cacheName: ownCache,
    ignoreVary: true,
    ignoreSearch: true,
  });
  return own ?? (await fromEarlierVersion(request)) ?? fetch(request);
}

async function fromEarlierVersion(request: Request): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true, ignoreSearch: true });
}
