import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { languageCodes } from '../../dashboard/compile-messages.ts';
import { type AppContext, Context } from '../../src/http/request/context.ts';
import type { HttpRequest } from '../../src/http/server/message.ts';
import { dashboardRoutes } from '../../src/http/site/static-files.ts';
import { systemPlatform } from '../../src/platform.ts';
import { startService } from '../support/service/service.ts';

const built = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
const gzippedBytesMax = 160_000;

test('the dashboard', async (t) => {
  assert.ok(existsSync(built), 'it is not built: run "npm run build"');
  const service = await startService(t);
  const html = await (await fetch(service.url)).text();

  await t.test('can be installed: a manifest with icons of the sizes that it states', async () => {
    assert.match(html, /href="\.\/manifest\.webmanifest"/);
    const response = await fetch(`${service.url}/manifest.webmanifest`);
    assert.equal(response.headers.get('content-type'), 'application/manifest+json');
    const manifest = (await response.json()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetch(`${service.url}/${src}`);
      assert.equal(icon.headers.get('content-type'), type, src);
      const bytes = Buffer.from(await icon.arrayBuffer());
      // A PNG file stores its width and height at bytes 16 and 20.
      if (type === 'image/png')
        assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
    }
  });

  await t.test('is small, as far as the page loads it at once, in every language', () => {
    const sizes = readdirSync(join(built, 'assets')).map((name) => {
      return { name, bytes: gzipSync(readFileSync(join(built, 'assets', name))).length };
    });
    const loaded = sizes.filter(({ name }) => html.includes(name));
    const page = loaded.reduce((sum, { bytes }) => sum + bytes, html.length);
    // Each language consists of two files. The page loads the smaller one at once.
    const texts = languageCodes.map((code) => {
      const parts = sizes
        .filter(({ name }) => name.startsWith(`${code}-`))
        .map(({ bytes }) => bytes);
      assert.equal(parts.length, 2, code);
      return Math.min(...parts);
    });
    const largest = page + Math.max(...texts);
    t.diagnostic(
      `${page} bytes with gzip, and ${Math.min(...texts)} to ${Math.max(...texts)} for the language`,
    );
    assert.equal(loaded.length, 3);
    assert.ok(largest < gzippedBytesMax, `${largest} bytes`);
  });

  await t.test('says how to make it where it was not built', async () => {
    const [route] = new Map(
      dashboardRoutes('/v1', new URL('not-built/', import.meta.url)),
    ).values();
    const app = {
      corsOrigins: [],
      platform: systemPlatform,
      state: 'serving',
    } as unknown as AppContext;
    const request = { method: 'GET', path: '/', headers: {} } as unknown as HttpRequest;
    const response = await route?.(new Context(app, request));
    assert.equal(response?.status, 200);
    assert.match(String(response?.body), /npm ci/);
  });
});
