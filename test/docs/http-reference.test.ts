import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { httpReference } from '../support/docs/http-reference.ts';

const page = new URL('../../docs/reference/http.md', import.meta.url);

test('the HTTP reference is what openapi.json says (UPDATE=1 writes it anew)', () => {
  const text = httpReference();
  if (process.env['UPDATE'] === '1') writeFileSync(page, text);
  assert.equal(readFileSync(page, 'utf8'), text);
});
