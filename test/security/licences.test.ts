import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Licences that ask for no more than that their own text goes along. */
const allowed = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense']);

type Package = {
  readonly license?: string;
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const packages = new Map(Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, Package>));
packages.delete('');

function check(paths: Iterable<string>): number {
  let count = 0;
  for (const path of paths) {
    const license = packages.get(path)?.license;
    assert.ok(allowed.has(license ?? ''), `${path}: ${license}`);
    count++;
  }
  return count;
}

test('every package that runs in production has a licence that we can pass on', (t) => {
  const count = check([...packages].filter(([, { dev }]) => dev !== true).map(([path]) => path));
  t.diagnostic(`${count} packages`);
  assert.ok(count > 10, 'the lock file was not understood');
});

/** What it is made of is bundled into it, so it runs in production too. */
test('and so has every package that is part of the dashboard', (t) => {
  const sources = globSync('dashboard/src/**/*.{ts,tsx}', { cwd: root.pathname });
  const imported = sources.flatMap((file) => [...read(file).matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g)]);
  const found = new Set<string>();
  const waiting = imported.map(([, name]) => `node_modules/${name}`).filter((path) => packages.has(path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const from = path;
    waiting.push(...Object.keys(packages.get(path)?.dependencies ?? {}).map((name) => placeOf(name, from)));
  }
  const count = check(found);
  t.diagnostic(`${count} packages`);
  assert.ok(count > 5, 'the imports were not understood');
});

/** Within the package that asks for it, or beside it. */
function placeOf(name: string, from: string): string {
  const within = `${from}/node_modules/${name}`;
  return packages.has(within) ? within : `node_modules/${name}`;
}

test('every package is fixed to one content', () => {
  for (const [path, { integrity }] of packages) assert.match(integrity ?? '', /^sha512-/, path);
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
  }
});
