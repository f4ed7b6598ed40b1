import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';

/** The expected Content-Security-Policy of each kind of response. */
const data = /^default-src 'none'; frame-ancestors 'none'$/;
const page =
  /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/;

/** The routes, with what browsers may do with their responses and how long these may be kept. */
const routes: readonly {
  readonly method?: string;
  readonly path: string;
  readonly policy: RegExp;
  readonly caching: RegExp;
}[] = [
  { path: '/', policy: page, caching: /^no-cache$/ },
  { path: '/docs', policy: page, caching: /^no-cache$/ },
  { path: '/openapi.json', policy: data, caching: /^no-cache$/ },
  { path: '/healthz', policy: data, caching: /^no-store$/ },
  { path: '/metrics', policy: data, caching: /^no-store$/ },
  { path: '/nothing', policy: data, caching: /^no-store$/ },
  { path: '/v1/inventory', policy: data, caching: /^private, no-cache$/ },
  { path: '/v1/inventory/1/history', policy: data, caching: /^private, no-cache$/ },
  { path: '/v1/inventory/7', policy: data, caching: /^no-store$/ },
  { method: 'PATCH', path: '/v1/inventory/1', policy: data, caching: /^no-store$/ },
  { method: 'PURGE', path: '/healthz', policy: data, caching: /^no-store$/ },
];

/** Headers that would tell what the service is made of, or that it must not send. */
const telling = ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin', 'location'];

test('the response to', async (t) => {
  const service = await startService(t);

  for (const { method = 'GET', path, policy, caching } of routes) {
    await t.test(`${method} ${path}`, async (t) => {
      const response = await service.call(method, path);
      const text = await response.text();
      const { headers } = response;

      await t.test('is taken for nothing but what it says it is', () => {
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
      });

      await t.test('says what a browser may load and run', () => {
        assert.match(headers.get('content-security-policy') ?? '', policy);
      });

      await t.test('says how long it may be kept', () => {
        assert.match(headers.get('cache-control') ?? '', caching);
      });

      await t.test('tells nothing about the service', () => {
        for (const name of telling) assert.equal(headers.get(name), null, name);
      });

      if (policy !== page) return;

      await t.test('tells other sites nothing about the address of the page', () => {
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
      });

      await t.test('loads nothing from other sites', () => {
        assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\//);
      });

      await t.test('has no script and no style within the page', () => {
        assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)[^>]*>|<style|\son\w+=|\sstyle=/);
      });
    });
  }
});
