import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';

/** The expected Content-Security-Policy of each kind of response. */
const data = /^default-src 'none'; frame-ancestors 'none'$/;
const page =
  /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/;

test('every answer guards the browser that shows it', async (t) => {
  const service = await startService(t);
  const cases: [string, string, RegExp, RegExp][] = [
    ['GET', '/', page, /^no-cache$/],
    ['GET', '/docs', page, /^no-cache$/],
    ['GET', '/openapi.json', data, /^no-cache$/],
    ['GET', '/healthz', data, /^no-store$/],
    ['GET', '/metrics', data, /^no-store$/],
    ['GET', '/nothing', data, /^no-store$/],
    ['GET', '/v1/inventory', data, /^private, no-cache$/],
    ['GET', '/v1/inventory/1/history', data, /^private, no-cache$/],
    ['GET', '/v1/inventory/7', data, /^no-store$/],
    ['PATCH', '/v1/inventory/1', data, /^no-store$/],
    ['PURGE', '/healthz', data, /^no-store$/],
  ];
  for (const [method, path, policy, caching] of cases) {
    const response = await service.call(method, path);
    const text = await response.text();
    const { headers } = response;
    const about = `${method} ${path}`;
    assert.equal(headers.get('x-content-type-options'), 'nosniff', about);
    assert.match(headers.get('content-security-policy') ?? '', policy, about);
    assert.match(headers.get('cache-control') ?? '', caching, about);
    if (policy === page) {
      assert.equal(headers.get('referrer-policy'), 'no-referrer', about);
      assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\//, about);
      assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)[^>]*>|<style|\son\w+=|\sstyle=/, about);
    }
    for (const telling of [
      'server',
      'x-powered-by',
      'set-cookie',
      'access-control-allow-origin',
      'location',
    ]) {
      assert.equal(headers.get(telling), null, `${about} has ${telling}`);
    }
  }
});
