import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pages, readPage } from '../support/docs/document.ts';

/** Checks that the source has the layers that docs/architecture.md describes. */

const root = fileURLToPath(new URL('../..', import.meta.url));

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
}

/**
 * Returns, for each file of a folder, the files of the same folder that it imports. Type imports
 * count.
 */
function importsIn(folder: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    filesIn(folder)
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => {
        const found = readFileSync(join(root, path), 'utf8').matchAll(
          /(?:from |import\()'(\.{1,2}\/[^']+\.tsx?)'/g,
        );
        const targets = [...found].map(([, to = '']) => join(dirname(path), to));
        const inFolder = targets.filter((to) => to.startsWith(`${folder}/`));
        return [path.slice(folder.length + 1), inFolder.map((to) => to.slice(folder.length + 1))];
      }),
  );
}

/** For each folder, the folders that its files may import besides their own. */
type Layers = Readonly<Record<string, readonly string[]>>;

const common = [
  'api-limits.ts',
  'caught-error.ts',
  'lanes.ts',
  'limits.ts',
  'platform.ts',
  'semaphore.ts',
  'time-limit.ts',
];

const service: Layers = {
  'domain/': ['api-limits.ts', 'limits.ts'],
  'json/': ['domain/'],
  'store/': ['domain/', ...common],
  'inventory/': ['domain/', 'json/', 'store/', ...common],
  'webhooks/': ['domain/', 'json/', 'inventory/', 'store/', 'observability/', ...common],
  'backups/': [
    'caught-error.ts',
    'engines.ts',
    'sqlite/store-files.ts',
    'limits.ts',
    'settings.ts',
  ],
  'mail/': ['domain/', 'inventory/', 'backups/', 'caught-error.ts', ...common],
  'sqlite/': ['domain/', 'store/', ...common],
  'postgres/': ['domain/', 'store/', ...common],
  'observability/': ['lanes.ts', 'limits.ts'],
  'http/server/': ['http/errors.ts', 'http/slow-readers.ts', 'limits.ts'],
  'http/': [
    'domain/',
    'json/',
    'inventory/',
    'webhooks/',
    'backups/',
    'mail/',
    'observability/',
    ...common,
  ],
};

/**
 * The dashboard's layers from bottom to top: shared parts, session and stock, features, and the
 * screens of `app/`.
 */
const shared = ['state/', 'messages/', 'api/', 'ui/', 'device/', 'session/', 'stock/', 'waiting/'];
const dashboard: Layers = {
  ...Object.fromEntries(shared.map((layer, index) => [layer, shared.slice(0, index)])),
  'api/': ['messages/'],
  'history/': shared,
  'settings/': shared,
  'people/': [...shared, 'settings/'],
  'camera/': shared,
  'conflict/': [...shared, 'history/'],
  'counter/': [...shared, 'camera/', 'conflict/'],
  'import/': [...shared, 'counter/'],
  'edit/': [...shared, 'counter/', 'conflict/', 'history/'],
  'table/': [...shared, 'camera/', 'history/', 'edit/', 'import/', 'reports/'],
};

const sharedPackage: Layers = {
  'import/': [
    'barcode.ts',
    'exact-json.ts',
    'item.ts',
    'ledger-entry.ts',
    'limits.ts',
    'pet-details.ts',
  ],
};

const trees: readonly (readonly [root: string, layers: Layers])[] = [
  ['src', service],
  ['packages/shared', sharedPackage],
  ['dashboard/src', dashboard],
];

for (const [folder, layers] of trees) {
  const imports = importsIn(folder);
  test(`the folders of ${folder} import only what is below them`, () => {
    const files = [...imports.keys()];
    for (const [layer, below] of Object.entries(layers)) {
      const own = files.filter((from) => from.startsWith(layer));
      assert.ok(own.length > 0, `${layer} is there`);
      for (const from of own) {
        const strangers = imports
          .get(from)
          ?.filter((to) => ![layer, ...below].some((start) => to.startsWith(start)));
        assert.deepEqual(strangers, [], from);
      }
    }
  });

  test(`no file of ${folder} imports itself by way of others`, () => {
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
}

/** The folders that run in virtual time in the simulator, and the files in them that do not. */
const inVirtualTime = [
  'inventory/',
  'webhooks/',
  'http/',
  'store/',
  'semaphore.ts',
  'time-limit.ts',
];
const onRealSockets = /^(?:http\/server\/|webhooks\/post\.ts$)/;

/** What starts something, and passes the limits on. */
const startingWithLimits = /^(?:app\.ts|engines\.ts|cli\/.*)$/;

test('limits are passed in: only what starts something imports the default ones', () => {
  const importers = filesIn('src')
    .filter((path) => path.endsWith('.ts'))
    .filter((path) =>
      /import \{(?! type Limits \})[^}]*\} from '(?:\.{1,2}\/)+limits\.ts'/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    )
    .map((path) => path.slice('src/'.length));
  assert.ok(importers.includes('app.ts'), 'the imports were not found');
  assert.deepEqual(
    importers.filter((path) => !startingWithLimits.test(path)),
    [],
  );
});

test('clocks, timers and random numbers are passed in, and read from nowhere else', () => {
  const globals =
    /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|AbortSignal\.timeout|Date\.now|performance\.now|Math\.random)\b|new Date\(\)|node:timers|systemPlatform|import .*random.* from 'node:crypto'/;
  const files = filesIn('src')
    .map((path) => path.slice('src/'.length))
    .filter((path) => path.endsWith('.ts') && !onRealSockets.test(path))
    .filter((path) => inVirtualTime.some((start) => path.startsWith(start)));
  assert.ok(files.length > 50, 'the folders were not found');
  const reading = files.flatMap((path) =>
    readFileSync(join(root, 'src', path), 'utf8')
      .split('\n')
      .filter((line) => globals.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  assert.deepEqual(reading, []);
});

test('the service, the dashboard, the client and what they share import each other by name', () => {
  const folders = ['src', 'dashboard/src', 'client', 'packages/shared'];
  for (const folder of folders) {
    const strangers = filesIn(folder)
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/'(\.{1,2}\/[^'\n]+\.tsx?)'/g)]
          .map(([, to = '']) => join(dirname(path), to))
          .filter((to) => !to.startsWith(`${folder}/`))
          .map((to) => `${path} → ${to}`),
      );
    assert.deepEqual(strangers, []);
  }
});

test('what is shared and the client know neither the service nor the dashboard', () => {
  const own = {
    client: /^(?:vite|node:.*)$/,
    'packages/shared': /^(?:csv-parse|fflate|read-excel)/,
  };
  for (const [folder, allowed] of Object.entries(own)) {
    for (const path of filesIn(folder).filter((name) => name.endsWith('.ts'))) {
      const imported = readFileSync(join(root, path), 'utf8').matchAll(/ from '([^.'\n][^'\n]*)'/g);
      for (const [, name = ''] of imported) assert.match(name, allowed, path);
    }
  }
});

const allFiles = [
  'src',
  'test',
  'client',
  'dashboard/src',
  'packages',
  'deploy',
  'bench/src',
].flatMap(filesIn);
const isMissing = (path: string) =>
  !allFiles.some((file) => file === path || file.endsWith(`/${path}`));

test('every TypeScript file that a document names is there', () => {
  const named = pages().flatMap(({ text }) => {
    const matches = text.matchAll(/`(?:\.\/)?([\w][\w./-]*\.tsx?)`/g);
    return [...matches].map(([, name = '']) => name);
  });
  assert.deepEqual(named.filter(isMissing), []);
});

test('every test that the security review names is there', () => {
  const { text } = readPage('docs/security-review.md');
  const named = [...text.matchAll(/`((?:[a-z]+\/)+[a-z0-9-]+)`/g)];
  assert.ok(named.length > 50, 'the review was not understood');

  const paths = named.map(([, name]) => `test/${name}.test.ts`);
  assert.deepEqual(paths.filter(isMissing), []);
});
