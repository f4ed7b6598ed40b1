import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from '../request/headers.ts';
import type { SiteRoute } from '../router.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Options = {
  readonly extension: string;
  /** Whether the name changes with the content, so that browsers may keep the file for ever. */
  readonly immutable?: boolean;
  readonly gzipped?: Buffer;
};

/** A file that is held in memory and served plain or compressed. Browsers may run only what comes from here. */
export function staticFile(plain: Buffer, { extension, immutable = false, gzipped }: Options): SiteRoute {
  let compressed: Buffer | Promise<Buffer> | undefined = gzipped;
  const headers = {
    'content-type': types[extension] ?? 'application/octet-stream',
    'content-security-policy': contentPolicy,
    'referrer-policy': 'no-referrer',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
  };
  return async (context) => {
    if (!acceptsGzip(context.header('accept-encoding'))) return context.response(200, plain, headers);
    // Compressed with the first request: few of them come, and the service is ready sooner.
    compressed ??= promisify(gzip)(plain);
    return context.response(200, await compressed, { ...headers, 'content-encoding': 'gzip' });
  };
}
