import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorCodes, errorStatus } from '../../src/http/errors.ts';

const page = new URL('../../docs/errors.md', import.meta.url);

test('the documented table has every code with its status, in order, and no other', () => {
  const table = readFileSync(page, 'utf8').matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm);
  assert.deepEqual(
    [...table].map(([, code, status]) => [code, Number(status)]),
    errorCodes.map((code) => [code, errorStatus[code]]),
  );
});
