import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { checkSettings } from '../../src/settings.ts';

const golden = new URL('../../openapi.json', import.meta.url);

test('the OpenAPI document is the committed one (UPDATE_OPENAPI=1 writes it anew)', () => {
  const generated = JSON.parse(openApiDocument(operations, checkSettings({}).bases));
  const document = `${JSON.stringify(generated, null, 2)}\n`;
  if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(golden, document);
  assert.equal(document, readFileSync(golden, 'utf8'));
});
