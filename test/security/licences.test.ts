import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Licences that only require their own text to be included. */
const allowed =
  /^(?:MIT|MIT-0|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|Unlicense|\(MIT OR CC0-1\.0\))$/;

type Package = {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const packages = new Map(
  Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, Package>),
);
// The packages of this project itself: the service, its workspaces, and the links to them.
for (const [path, { link }] of packages)
  if (link === true || !path.startsWith('node_modules/')) packages.delete(path);

test('every package in production or in the bundle of the dashboard has a licence that we can pass on', () => {
  const production = [...packages].filter(([, { dev }]) => dev !== true).map(([path]) => path);
  const sources = globSync('dashboard/src/**/*.{ts,tsx}', { cwd: root.pathname });
  const imported = sources.flatMap((file) => [
    ...read(file).matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g),
  ]);
  const bundled = new Set(
    imported.map(([, name]) => `node_modules/${name}`).filter((path) => packages.has(path)),
  );
  // The loop also visits the packages that it adds, because iterating over a JavaScript set
  // includes added values.
  for (const path of bundled) {
    for (const name of Object.keys(packages.get(path)?.dependencies ?? {})) {
      const within = `${path}/node_modules/${name}`;
      bundled.add(packages.has(within) ? within : `node_modules/${name}`);
    }
  }
  assert.ok(
    production.length > 10 && bundled.size > 5,
    'the lock file or the imports were not understood',
  );
  for (const path of [...production, ...bundled]) {
    assert.match(packages.get(path)?.license ?? '', allowed, path);
  }
});

test('every package is fixed to one content', () => {
  for (const [path, { integrity }] of packages) assert.match(integrity ?? '', /^sha512-/, path);
  for (const folder of ['', 'client/', 'dashboard/', 'packages/shared/']) {
    const manifest = JSON.parse(read(`${folder}package.json`)) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string> | undefined
    >;
    const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    for (const [name, version] of named.filter(([name]) => packages.has(`node_modules/${name}`)))
      assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
  }
});
