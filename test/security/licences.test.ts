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

/** Returns the paths of the packages that the service needs. */
function packagesInProduction(): string[] {
  return [...packages].filter(([, { dev }]) => dev !== true).map(([path]) => path);
}

/** Returns the paths of the packages that become part of the dashboard, with all that these need. */
function packagesInDashboard(): string[] {
  const sources = globSync('dashboard/src/**/*.{ts,tsx}', { cwd: root.pathname });
  const imported = sources.flatMap((file) => [
    ...read(file).matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g),
  ]);
  const paths = imported.map(([, name]) => `node_modules/${name}`);
  const bundled = new Set(paths.filter((path) => packages.has(path)));
  // The loop also visits the packages that it adds, because iterating over a JavaScript set
  // includes added values.
  for (const path of bundled) {
    for (const name of Object.keys(packages.get(path)?.dependencies ?? {})) {
      const within = `${path}/node_modules/${name}`;
      bundled.add(packages.has(within) ? within : `node_modules/${name}`);
    }
  }
  return [...bundled];
}

for (const { title, paths, atLeast } of [
  { title: 'a package in production', paths: packagesInProduction(), atLeast: 10 },
  { title: 'a package in the dashboard', paths: packagesInDashboard(), atLeast: 5 },
]) {
  test(`${title} has a licence that we can pass on`, () => {
    assert.ok(paths.length > atLeast, `only ${paths.length} packages were found`);
    for (const path of paths) assert.match(packages.get(path)?.license ?? '', allowed, path);
  });
}

test('every package is fixed to one content', () => {
  for (const [path, { integrity }] of packages) assert.match(integrity ?? '', /^sha512-/, path);
});

type Versions = Readonly<Record<string, string>>;

for (const folder of ['', 'client/', 'dashboard/', 'packages/shared/']) {
  test(`${folder}package.json names exact versions`, () => {
    const { dependencies, devDependencies } = JSON.parse(read(`${folder}package.json`)) as {
      readonly dependencies?: Versions;
      readonly devDependencies?: Versions;
    };

    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (packages.has(`node_modules/${name}`))
        assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
  });
}
