import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Call } from './call.ts';
import { dashboardPages } from './dashboard.ts';
import type { Answer } from './exchange.ts';
import { alive, ready } from './health.ts';
import { showMetrics } from './metrics-page.ts';

/** What is served outside the API. */
export type Page = (call: Call) => Answer | Promise<Answer>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function headersOf(extension: string): Record<string, string> {
  return {
    'content-type': types[extension] ?? 'application/octet-stream',
    'content-security-policy': pagePolicy,
    'referrer-policy': 'no-referrer',
  };
}

/** A file beside the source, read once. */
function file(url: URL): Page {
  const bytes = readFileSync(url);
  const headers = { ...headersOf(extname(url.pathname)), 'cache-control': 'no-cache' };
  return (call) => call.answer(200, bytes, headers);
}

function reference(name: string): Page {
  return file(new URL(`./reference/${name}`, import.meta.url));
}

export function createPages(openapi: string): ReadonlyMap<string, Page> {
  return new Map<string, Page>([
    ...dashboardPages(openapi, headersOf),
    ['/healthz', alive],
    ['/readyz', ready],
    ['/metrics', showMetrics],
    ['/openapi.json', (call) => call.json(200, openapi, { 'cache-control': 'no-cache' })],
    ['/docs', reference('reference.html')],
    ['/docs/reference.css', reference('reference.css')],
    ['/docs/reference.js', reference('reference.js')],
  ]);
}
