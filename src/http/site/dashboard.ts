import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { SiteRoute } from '../router.ts';
import { staticFile } from './static-file.ts';

/** The dashboard at `/`: the files that Vite has built, read once. */

const built = new URL('../../../dashboard/dist/', import.meta.url);

/** `apiPath` is where the dashboard finds the API, on the host it was loaded from. */
export function dashboardRoutes(apiPath: string): [path: string, route: SiteRoute][] {
  if (!existsSync(new URL('index.html', built))) return [['/', staticFile(notBuilt, { extension: '.html' })]];
  const index = readFileSync(new URL('index.html', built), 'utf8').replace(
    /(<meta name="pawstock-api" content=)"[^"]*"/,
    `$1"${apiPath}"`,
  );
  return [
    ['/', staticFile(Buffer.from(index), { extension: '.html' })],
    ...filesIn('').map((name) => asset(name, false)),
    ...filesIn('assets/').map((name) => asset(name, true)),
  ];
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, built), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !entry.name.endsWith('.gz'))
    .map(({ name }) => folder + name);
}

function asset(name: string, immutable: boolean): [string, SiteRoute] {
  const gzipped = new URL(`${name}.gz`, built);
  const options = { extension: extname(name), immutable };
  const plain = readFileSync(new URL(name, built));
  return [
    `/${name}`,
    staticFile(plain, existsSync(gzipped) ? { ...options, gzipped: readFileSync(gzipped) } : options),
  ];
}

const notBuilt = Buffer.from(`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Pawstock</title></head>
  <body>
    <h1>The dashboard is not built</h1>
    <p>Run <code>npm ci</code> in the checkout, or <code>npm run build</code> if the packages are installed already, and start the service again.</p>
    <p>Everything else works: see the <a href="docs">API reference</a>.</p>
  </body>
</html>
`);
