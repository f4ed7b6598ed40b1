import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../dashboard/src', import.meta.url));
const read = (path: string) => readFileSync(join(source, path), 'utf8');

/** The classes that a stylesheet declares; `:global(…)` only refers to those of another one. */
function classesIn(path: string): Set<string> {
  const css = read(path).replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
  return new Set([...css.matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/g)].map(([, name = '']) => name));
}

const modules = globSync('**/*.module.css', { cwd: source });
const globalClasses = classesIn('styles/global.css');

/** Each component with the names it passes to `css`, and the modules it imports. */
const components = globSync('**/*.tsx', { cwd: source }).map((path) => {
  const text = read(path);
  const imports = [...text.matchAll(/from '(\.[^']*\.module\.css)'/g)].map(([, to = '']) => join(dirname(path), to));
  const calls = [...text.matchAll(/\bcss\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].map(([, argument = '']) => argument);
  const literals = calls.flatMap((call) => [...call.matchAll(/'([^']*)'|`([^`]*)`/g)]);
  const names = literals.flatMap(([, plain, template]) => (plain ?? template ?? '').split(' '));
  return { path, imports, names: names.filter((name) => /^[a-z][\w-]*$/.test(name)) };
});

/** Elements that only tests look for, or that are named in a template. */
const withoutRules = new Set(
  'activity counter guide-progress label-id settings settings-url skeleton-rows quantity-change save-summary'.split(
    ' ',
  ),
);

test('every class of a component is declared in a module that it imports', () => {
  const missing = components.flatMap(({ path, imports, names }) => {
    const known = new Set(imports.flatMap((module) => [...classesIn(module)]));
    return names
      .filter((n) => !known.has(n) && !globalClasses.has(n) && !withoutRules.has(n))
      .map((n) => `${path}: ${n}`);
  });
  assert.deepEqual(missing, []);
});

test('every class that a module declares is used', () => {
  const used = new Set(components.flatMap(({ names }) => names));
  const unused = modules.flatMap((path) =>
    [...classesIn(path)].filter((name) => !used.has(name)).map((n) => `${path}: ${n}`),
  );
  assert.deepEqual(unused, []);
});
