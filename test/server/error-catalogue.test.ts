import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { errorCodes, errorStatus } from '../../src/http/errors.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the documented table has every code with its status, in order, and no other', () => {
  const table = readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm);
  assert.deepEqual(
    [...table].map(([, code, status]) => [code, Number(status)]),
    errorCodes.map((code) => [code, errorStatus[code]]),
  );
});

test('every code is raised somewhere: a code that nothing raises is no promise', () => {
  const source = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n')
    // The lists of codes themselves.
    .replaceAll(/^ +\| '.*$/gm, '');
  assert.deepEqual(
    errorCodes.filter((code) => !source.includes(`'${code}'`)),
    [],
  );
});
