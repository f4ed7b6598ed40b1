import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);

test('every test that the review names is there', () => {
  const review = readFileSync(new URL('docs/security-review.md', root), 'utf8');
  const named = [...review.matchAll(/`((?:[a-z]+\/)+[a-z0-9-]+)`/g)].map(([, name]) => name);
  assert.ok(named.length > 50, 'the review was not understood');
  for (const name of named) assert.ok(existsSync(new URL(`test/${name}.test.ts`, root)), `test/${name}.test.ts`);
});
