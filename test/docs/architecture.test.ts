import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pages } from '../support/docs/document.ts';

/** What docs/architecture.md says about the source holds for the source. */

const root = fileURLToPath(new URL('../..', import.meta.url));

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** Every file of `src` by its path there, and the files of `src` that it imports, types included. */
const imports = new Map(
  filesIn('src')
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const found = readFileSync(join(root, path), 'utf8').matchAll(/(?:from |import\()'(\.{1,2}\/[^']+\.ts)'/g);
      return [path.slice('src/'.length), [...found].map(([, to = '']) => join(dirname(path), to).slice('src/'.length))];
    }),
);

/** What the files below a folder may import, besides that folder itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'domain/': [],
  'store/': ['domain/', 'limits.ts'],
  'inventory/': ['domain/', 'store/', 'limits.ts'],
  'webhooks/': ['domain/', 'inventory/', 'store/', 'limits.ts'],
  'sqlite/': ['domain/', 'store/', 'limits.ts'],
  'postgres/': ['domain/', 'store/', 'limits.ts'],
  'observability/': ['limits.ts'],
  'http/server/': [],
  'http/': ['domain/', 'inventory/', 'observability/', 'limits.ts'],
};

for (const [folder, others] of Object.entries(allowed)) {
  test(`${folder} imports only ${others.join(', ') || 'itself'}`, () => {
    const strangers = [...imports]
      .filter(([from]) => from.startsWith(folder))
      .flatMap(([from, to]) => to.map((path) => ({ from, path })))
      .filter(({ path }) => ![folder, ...others].some((start) => path.startsWith(start)))
      .map(({ from, path }) => `${from} imports ${path}`);
    assert.deepEqual(strangers, []);
  });
}

test('no file of the source imports itself by way of others', () => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

test('every TypeScript file that a document names is there', () => {
  const files = ['src', 'test', 'client', 'dashboard/src', 'deploy', 'bench/src'].flatMap(filesIn);
  const missing = pages().flatMap(({ path, text }) =>
    [...text.matchAll(/`(?:\.\/)?([\w][\w./-]*\.tsx?)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});
