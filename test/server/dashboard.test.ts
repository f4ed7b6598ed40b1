import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { languageCodes } from '../../dashboard/compile-messages.ts';
import { type AppContext, Context } from '../../src/http/request/context.ts';
import type { HttpRequest } from '../../src/http/server/http-request.ts';
import { dashboardRoutes } from '../../src/http/site/static-files.ts';
import { startService } from '../support/service/service.ts';

const built = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
const gzippedBytesMax = 160_000;

test('the dashboard', async (t) => {
  assert.ok(existsSync(built), 'it is not built: run "npm run build"');
  const service = await startService(t);
  const page = await fetch(service.url);
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name ?? '');

  await t.test('is a page that loads nothing from elsewhere and runs nothing of its own', () => {
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
    assert.doesNotMatch(policy, /unsafe|http:|https:|\*/);
    assert.doesNotMatch(html, /<style|style=|<script[^>]*>[^<]|https?:/);
    assert.equal(files.filter((name) => name.startsWith('assets/')).length, 3, `${files}`);
  });

  await t.test('whose files may be kept for ever, and are compressed where that is understood', async () => {
    for (const name of files.filter((one) => one.startsWith('assets/'))) {
      const plain = await fetch(`${service.url}/${name}`, { headers: { 'accept-encoding': 'identity' } });
      const bytes = Buffer.from(await plain.arrayBuffer());
      assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(plain.headers.get('content-length'), String(bytes.length));
      const small = await fetch(`${service.url}/${name}`, { headers: { 'accept-encoding': 'gzip' } });
      assert.equal(small.headers.get('content-encoding'), 'gzip');
      assert.equal(small.headers.get('vary'), 'Accept-Encoding');
      assert.ok(bytes.equals(Buffer.from(await small.arrayBuffer())), name);
      assert.ok(bytes.length > Number(small.headers.get('content-length')));
    }
    const icon = await fetch(`${service.url}/favicon.svg`);
    assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
    assert.equal(icon.headers.get('cache-control'), 'no-cache');
    await icon.arrayBuffer();
  });

  await t.test('can be installed: a manifest with icons of the sizes that it states', async () => {
    assert.ok(files.includes('manifest.webmanifest'));
    assert.match(page.headers.get('content-security-policy') ?? '', /; manifest-src 'self';/);
    const response = await fetch(`${service.url}/manifest.webmanifest`);
    assert.equal(response.headers.get('content-type'), 'application/manifest+json');
    const manifest = (await response.json()) as { icons: { src: string; sizes: string; type: string }[] };
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetch(`${service.url}/${src}`);
      assert.equal(icon.headers.get('content-type'), type, src);
      const bytes = Buffer.from(await icon.arrayBuffer());
      // A PNG has its width and height at bytes 16 and 20.
      if (type === 'image/png') assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
    }
  });

  await t.test('finds the API where it is mounted', async (t) => {
    assert.match(html, /<meta name="pawstock-api" content="\/v1">/);
    const other = await startService(t, { settings: { BASE_URL: 'https://shop.example/api/v1' } });
    assert.match(await (await fetch(other.url)).text(), /<meta name="pawstock-api" content="\/api\/v1">/);
  });

  await t.test('is small, as far as the page loads it at once, in every language', () => {
    const sizes = readdirSync(join(built, 'assets')).map((name) => {
      return { name, bytes: gzipSync(readFileSync(join(built, 'assets', name))).length };
    });
    const loaded = sizes.filter(({ name }) => html.includes(name));
    const page = loaded.reduce((sum, { bytes }) => sum + bytes, html.length);
    // Each language has two files, and the smaller one is loaded at once.
    const texts = languageCodes.map((code) => {
      const parts = sizes.filter(({ name }) => name.startsWith(`${code}-`)).map(({ bytes }) => bytes);
      assert.equal(parts.length, 2, code);
      return Math.min(...parts);
    });
    const largest = page + Math.max(...texts);
    t.diagnostic(`${page} bytes with gzip, and ${Math.min(...texts)} to ${Math.max(...texts)} for the language`);
    assert.ok(loaded.length >= 2 && largest < gzippedBytesMax, `${largest} bytes`);
  });

  await t.test('says how to make it where it was not built', async () => {
    const [route] = new Map(dashboardRoutes('/v1', new URL('not-built/', import.meta.url))).values();
    const app = { corsOrigins: [], state: 'serving' } as unknown as AppContext;
    const request = { method: 'GET', path: '/', headers: {} } as unknown as HttpRequest;
    const response = await route?.(new Context(app, request));
    assert.equal(response?.status, 200);
    assert.match(String(response?.body), /npm run build/);
  });
});
