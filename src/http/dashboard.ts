import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { acceptsGzip } from './accepts-gzip.ts';
import type { Page } from './pages.ts';

/** The dashboard at `/`: files that Vite has made in `dashboard/dist`, read once and served as they are. */

const built = new URL('../../dashboard/dist/', import.meta.url);

/** Their names change with their content. */
const forEver = 'public, max-age=31536000, immutable';
const checked = 'no-cache';

type HeadersOf = (extension: string) => Readonly<Record<string, string>>;

export function dashboardPages(openapi: string, headersOf: HeadersOf): [path: string, page: Page][] {
  if (!existsSync(new URL('index.html', built))) return [['/', notBuilt(headersOf)]];
  const index = readFileSync(new URL('index.html', built), 'utf8').replace(
    /(<meta name="pawstock-api" content=)"[^"]*"/,
    `$1"${apiPath(openapi)}"`,
  );
  return [
    ['/', file(Buffer.from(index), undefined, { ...headersOf('.html'), 'cache-control': checked })],
    ...filesIn('').map((name) => asset(name, { ...headersOf(extname(name)), 'cache-control': checked })),
    ...filesIn('assets/').map((name) => asset(name, { ...headersOf(extname(name)), 'cache-control': forEver })),
  ];
}

/** Without the page itself, and without what is only another form of a file. */
function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, built), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !entry.name.endsWith('.gz'))
    .map(({ name }) => folder + name);
}

function asset(name: string, headers: Readonly<Record<string, string>>): [string, Page] {
  const gzipped = new URL(`${name}.gz`, built);
  return [
    `/${name}`,
    file(readFileSync(new URL(name, built)), existsSync(gzipped) ? readFileSync(gzipped) : undefined, headers),
  ];
}

type Bytes = Uint8Array<ArrayBuffer>;

function file(plain: Bytes, gzipped: Bytes | undefined, headers: Readonly<Record<string, string>>): Page {
  return (call) => {
    const small = acceptsGzip(call.header('accept-encoding')) ? gzipped : undefined;
    const bytes = small ?? plain;
    return call.answer(200, bytes, {
      ...headers,
      ...(gzipped === undefined ? {} : { vary: 'Accept-Encoding' }),
      ...(small === undefined ? {} : { 'content-encoding': 'gzip' }),
    });
  };
}

/** Where the page finds the API, on whichever host it was loaded from. */
function apiPath(openapi: string): string {
  const { servers } = JSON.parse(openapi) as { servers: readonly { url: string }[] };
  return new URL(servers[0]?.url ?? '/v1', 'http://localhost').pathname;
}

function notBuilt(headersOf: HeadersOf): Page {
  const text = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Pawstock</title></head>
  <body>
    <h1>The dashboard is not built</h1>
    <p>Run <code>npm ci</code> in the checkout, or <code>npm run build</code> where the packages are installed already, and start the service again.</p>
    <p>Everything else works: see the <a href="docs">API reference</a>.</p>
  </body>
</html>
`;
  return file(Buffer.from(text), undefined, { ...headersOf('.html'), 'cache-control': checked });
}
