import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import sharedJson from '../../packages/shared/package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The workspaces whose files are part of the service's package, with the folder of each. In the
 * package, the service imports them by the names that package.json has under `imports`.
 */
const packedWorkspaces = [
  { name: 'pawstock-client', folder: 'client', importedAs: '#client' },
  { name: '@pawstock/shared', folder: 'packages/shared', importedAs: '#shared' },
];

/** The versions of the packages that the service needs, with those of the workspaces packed with it. */
export function productionDependencies(): Record<string, string> {
  const all = { ...packageJson.dependencies, ...sharedJson.dependencies };
  const workspaces = packedWorkspaces.map(({ name }) => name);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !workspaces.includes(name)));
}

/**
 * Writes the contents of the npm package. JavaScript takes the place of TypeScript, which Node does
 * not run below `node_modules`. White space replaces the types, so line and column numbers stay the
 * same. The dashboard must have been built.
 */
export function writeServicePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const sources = [
    'src/**',
    'client/*.ts',
    'packages/**/*.ts',
    'bin/*',
    'dashboard/dist/**',
    'docs/**',
    'deploy/**',
    '*.md',
  ];
  const exclude = ['deploy/**/*.ts', 'deploy/npm', 'client/prepack.ts', '**/node_modules'];
  for (const name of globSync([...sources, 'LICENSE', 'openapi.json'], { cwd: root, exclude })) {
    const file = join(root, name);
    if (name.endsWith('.ts'))
      write(name.replace(/\.ts$/, '.js'), javaScript(readFileSync(file, 'utf8')));
    else if (statSync(file).isFile()) cpSync(file, join(folder, name));
  }
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE'])
    cpSync(join(root, 'node_modules/swagger-ui-dist', name), join(folder, 'swagger-ui', name));
  write('package.json', `${JSON.stringify(manifest(), null, 2)}\n`);

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/**
 * Turns TypeScript into JavaScript: `.ts` becomes `.js` in the relative paths of imports and
 * workers, and in imports from the packed workspaces, which get the name that the package has for
 * them.
 */
function javaScript(text: string): string {
  let script = stripTypeScriptTypes(text).replaceAll(/'(\.{1,2}\/[^'\n]+)\.ts'/g, "'$1.js'");
  for (const { name, importedAs } of packedWorkspaces) {
    const imported = new RegExp(`'${name}/([^'\\n]+)\\.ts'`, 'g');
    script = script.replaceAll(imported, `'${importedAs}/$1.js'`);
  }
  return script;
}

/**
 * The package.json of the npm package. It has version ranges, so that `npm update` gets fixes:
 * docs/decisions/0031.
 */
function manifest(): object {
  const { name, version, description, license, type, bin, exports, engines } = packageJson;
  const { 'swagger-ui-dist': _, ...installed } = productionDependencies();
  const dependencies = Object.fromEntries(
    Object.entries(installed).map(([key, exact]) => [key, `^${exact}`]),
  );
  const workspaces = packedWorkspaces.map(({ importedAs, folder }) => [
    `${importedAs}/*`,
    `./${folder}/*`,
  ]);
  const imports = { ...Object.fromEntries(workspaces), '#swagger-ui/*': './swagger-ui/*' };
  return {
    name,
    version,
    description,
    license,
    type,
    bin,
    exports,
    imports,
    // There is no `libc`: npm refuses a package that has one on macOS.
    os: ['linux', 'darwin'],
    cpu: ['x64', 'arm64'],
    engines,
    dependencies,
  };
}

/**
 * Copies the service's dependencies, in the versions of the lock file, without tests, types and
 * source maps.
 */
export function copyDependencies(folder: string): void {
  const unused = /\.(?:map|[cm]?ts)$|\/(?:tests?|__tests__|bench|benchmarks?|node_modules)$/;
  for (const [path, entry] of Object.entries(lock.packages)) {
    const isInstalled = path.startsWith('node_modules/') && !('link' in entry);
    if (!isInstalled || 'dev' in entry || /\/(?:swagger-ui-dist|@scarf)\b/.test(path)) continue;
    // The lock file lists nested packages under their own paths, so each package is copied without
    // its node_modules.
    const from = join(root, path);
    const filter = (name: string) => name === from || !unused.test(name.slice(from.length));
    cpSync(from, join(folder, path), { recursive: true, filter });
  }
}
