import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cacheName, outdatedCaches, requestKind } from '../../dashboard/worker/request-kind.ts';

const scope = 'https://shop.example/stock/';
const files = new Set(['assets/index-1.js', 'favicon.svg']);
const plain = { method: 'GET', isNavigation: false, hasAuthorization: false };

test('the worker answers requests for the page, with any query', () => {
  const page = { ...plain, isNavigation: true };
  assert.equal(requestKind({ ...page, url: scope }, scope, files), 'page');
  assert.equal(requestKind({ ...page, url: `${scope}?sort=name#sell` }, scope, files), 'page');
});

test('the worker answers requests for the files of the build', () => {
  assert.equal(requestKind({ ...plain, url: `${scope}assets/index-1.js` }, scope, files), 'file');
});

test('the worker leaves the API, its reference and the metrics alone', () => {
  const path = fc
    .constantFrom(
      'v1',
      'v1/inventory',
      'docs',
      'docs/start.js',
      'metrics',
      'openapi.json',
      'healthz',
    )
    .chain((start) => fc.string().map((rest) => start + (rest === '' ? '' : `?${rest}`)));
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'PATCH', 'POST'),
    url: path.map((one) => scope + one),
    isNavigation: fc.boolean(),
    hasAuthorization: fc.boolean(),
  });
  fc.assert(fc.property(request, (one) => assert.equal(requestKind(one, scope, files), 'other')));
});

test('the worker leaves every request with an API key alone', () => {
  const url = `${scope}assets/index-1.js`;
  assert.equal(requestKind({ ...plain, url, hasAuthorization: true }, scope, files), 'other');
});

test('the worker leaves other services of the same host alone', () => {
  const url = 'https://shop.example/assets/index-1.js';
  assert.equal(requestKind({ ...plain, url }, scope, files), 'other');
});

test('a new version keeps only the files of the version before it', () => {
  const api = 'https://shop.example/stock/v1';
  const [first, second, third] = ['a', 'b', 'c'].map((version) => cacheName(api, version));
  const other = cacheName('https://shop.example/other/v1', 'a');
  const all = [first, other, second, third].map(String);
  assert.deepEqual(outdatedCaches(all, api, String(third)), [first]);
});
