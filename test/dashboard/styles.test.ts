import '../support/messages.ts';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../dashboard/src', import.meta.url));
const read = (path: string) => readFileSync(join(source, path), 'utf8');

/** Returns the class names in the selectors of a style sheet. */
function classesIn(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
  const names = [...rules.matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/g)].map(([, name = '']) => name);
  return [...new Set(names)];
}

/** Returns the class names that a CSS module declares, in camel case. */
function declaredClasses(path: string): string[] {
  return classesIn(read(path)).map((name) =>
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

test('components use the classes that CSS modules declare, and all of them', () => {
  const declared = modules.flatMap((path) =>
    declaredClasses(path).map((name) => `${path}: ${name}`),
  );
  const used = new Set(globSync('**/*.tsx', { cwd: source }).flatMap(usedClasses));
  assert.deepEqual([...used].sort(), declared.sort());
});

test('a class that has no CSS module is one of those in global.css', () => {
  const unscoped = [...modules, ...globSync('**/*.tsx', { cwd: source })].flatMap((path) => {
    const text = read(path);
    const inStyles = text.matchAll(/:global\(\.([\w-]+)\)/g);
    const inComponents = text.matchAll(/className="([^"]*)"/g);
    return [...inStyles, ...inComponents].flatMap(([, names = '']) => names.split(' '));
  });
  const global = new Set(classesIn(read('styles/global.css')));
  const unknown = unscoped.filter((name) => !global.has(name));
  assert.deepEqual([...new Set(unknown)], []);
});

test('no style has a left or a right side, so that the layout can be mirrored', () => {
  const physical =
    /[\s;{](?:left|right|float|(?:margin|padding|border|scroll-\w+)-(?:left|right)[\w-]*|border-\w+-(?:left|right)-radius)\s*:/;
  const files = globSync('**/*.css', { cwd: source }).filter((path) => physical.test(read(path)));
  assert.deepEqual(files, []);
});
