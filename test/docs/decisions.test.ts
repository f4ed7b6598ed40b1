import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pages, readPage } from '../support/docs/document.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const records = pages().filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));
const numbers = records.map(({ path }) => basename(path).slice(0, 4));

test('the index has every decision', () => {
  const { text } = readPage('docs/decisions/README.md');
  const rows = [...text.matchAll(/^- (\d{4}) \[([^\]]+)\]\(([^)]+)\)$/gm)];
  assert.deepEqual(
    rows.map(([, number, title, name]) => [`# ${number}. ${title}`, name]),
    records.map(({ path, text: record }) => [record.split('\n', 1)[0], basename(path)]),
  );
});

const files = globSync('{src,client,dashboard/src}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['client/dist/**'],
});
const cited = new Set(
  files.flatMap((file) => {
    const citations = readFileSync(`${root}/${file}`, 'utf8').matchAll(/docs\/decisions\/(\d{4})/g);
    return [...citations].map(([, number]) => number);
  }),
);

test('every decision is cited from the code that it explains', () => {
  assert.deepEqual(
    numbers.filter((number) => !cited.has(number)),
    [],
  );
});

test('every citation leads to a decision', () => {
  assert.deepEqual(
    [...cited].filter((number) => !numbers.includes(number ?? '')),
    [],
  );
});
