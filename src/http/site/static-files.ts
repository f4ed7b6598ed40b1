import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip, matchesETag } from '../request/headers.ts';
import type { SiteRoute } from '../router.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The content security policy of the script that decodes camera pictures. No other script may
 * compile WebAssembly.
 */
const decoderPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Serves a file from memory, plain or compressed. Its content security policy lets browsers run
 * only code from this service. Browsers cache files in `/assets/` for ever, because their names
 * change with their contents.
 */
export function staticFile(
  path: string,
  content: Buffer | string | (() => string),
): [path: string, route: SiteRoute] {
  const extension = extname(path) || '.html';
  const policy = path.startsWith('/assets/decode.worker') ? decoderPolicy : contentPolicy;
  // A file is hashed and compressed at the first request for it, so that the service starts faster.
  let plain: Buffer | string | undefined;
  let tag = '';
  let compressed: Buffer | undefined;
  const headers = {
    'content-type': types[extension] ?? 'application/octet-stream',
    // A JSON file keeps the strict content security policy that all responses have by default.
    ...(extension !== '.json' && {
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    }),
    'cache-control': path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    vary: 'Accept-Encoding',
  };
  const route: SiteRoute = async (context) => {
    plain ??= typeof content === 'function' ? content() : content;
    tag ||= createHash('sha256').update(plain).digest('base64url');
    const tagged = { ...headers, etag: `W/"${tag}"` };
    if (matchesETag(context.header('if-none-match'), tag))
      return context.response(304, null, tagged);
    if (!acceptsGzip(context.header('accept-encoding')))
      return context.response(200, plain, tagged);
    compressed ??= await promisify(gzip)(plain);
    return context.response(200, compressed, { ...tagged, 'content-encoding': 'gzip' });
  };
  return [path, route];
}

const builtFolder = new URL('../../../dashboard/dist/', import.meta.url);

/** Serves the built dashboard. `apiPath` tells the dashboard the path of the API on this host. */
export function dashboardRoutes(
  apiPath: string,
  built = builtFolder,
): [path: string, route: SiteRoute][] {
  if (!existsSync(new URL('index.html', built))) return [staticFile('/', notBuilt)];
  const index = readFileSync(new URL('index.html', built), 'utf8').replace(
    /(<meta name="pawstock-api" content=)"[^"]*"/,
    `$1"${apiPath}"`,
  );
  const names = readdirSync(built, { encoding: 'utf8', recursive: true });
  const others = names.filter((name) => extname(name) !== '' && name !== 'index.html');
  return [
    staticFile('/', index),
    ...others.map((name) => staticFile(`/${name}`, readFileSync(new URL(name, built)))),
  ];
}

const notBuilt = `<!doctype html>
<html lang="en">
<title>Pawstock</title>
<p>The dashboard is not built. Run <code>npm ci</code> in the checkout, and start the service again.</p>
`;

const referencePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pawstock API reference</title>
<link rel="icon" href="./favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="./docs/swagger-ui.css">
<script src="./docs/swagger-ui-bundle.js" defer></script>
<script src="./docs/start.js" defer></script>
<main id="reference"></main>
`;

const referenceScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({ url: './openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });
`;

/**
 * Serves the API reference, with Swagger UI from this host. `imports` in package.json locates
 * Swagger UI's files.
 */
export function referenceRoutes(): [path: string, route: SiteRoute][] {
  const installed = (name: string) =>
    readFileSync(new URL(import.meta.resolve(`#swagger-ui/${name}`)));
  return [
    staticFile('/docs', referencePage),
    staticFile('/docs/start.js', referenceScript),
    staticFile('/docs/swagger-ui.css', installed('swagger-ui.css')),
    staticFile('/docs/swagger-ui-bundle.js', installed('swagger-ui-bundle.js')),
  ];
}
