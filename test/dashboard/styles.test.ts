import '../support/messages.ts';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../dashboard/src', import.meta.url));
const read = (path: string) => readFileSync(join(source, path), 'utf8');

/** Returns the class names that a CSS module declares, in camel case. */
function declaredClasses(path: string): string[] {
  const css = read(path).replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
  const names = [...css.matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/g)].map(([, name = '']) => name);
  return [...new Set(names)].map((name) =>
    name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** Returns the class names that a component uses, each with its CSS module. */
function usedClasses(path: string): string[] {
  const text = read(path);
  const imports = [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)];
  return imports.flatMap(([, variable, module = '']) => {
    const uses = text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'));
    return [...uses].map(([, name]) => `${join(dirname(path), module)}: ${name}`);
  });
}

const modules = globSync('**/*.module.css', { cwd: source });

test('no two CSS modules declare the same class', () => {
  const names = modules.flatMap(declaredClasses);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  assert.deepEqual(repeated, []);
});

test('components use the classes that CSS modules declare, and all of them', () => {
  const declared = modules.flatMap((path) =>
    declaredClasses(path).map((name) => `${path}: ${name}`),
  );
  const used = new Set(globSync('**/*.tsx', { cwd: source }).flatMap(usedClasses));
  assert.deepEqual([...used].sort(), declared.sort());
});

test('no style has a left or a right side, so that the layout can be mirrored', () => {
  const physical =
    /[\s;{](?:left|right|float|(?:margin|padding|border|scroll-\w+)-(?:left|right)[\w-]*|border-\w+-(?:left|right)-radius)\s*:/;
  const files = globSync('**/*.css', { cwd: source }).filter((path) => physical.test(read(path)));
  assert.deepEqual(files, []);
});
