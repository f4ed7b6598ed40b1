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

const root = fileURLToPath(new URL('../..', import.meta.url));

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
    'bin/*',
    'dashboard/dist/**',
    'docs/**',
    'deploy/**',
    '*.md',
  ];
  const exclude = ['deploy/**/*.ts', 'deploy/npm'];
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
 * Turns TypeScript into JavaScript, and `.ts` in the relative paths of imports and workers into
 * `.js`.
 */
function javaScript(text: string): string {
  return stripTypeScriptTypes(text).replaceAll(/'(\.{1,2}\/[^'\n]+)\.ts'/g, "'$1.js'");
}

/**
 * The package.json of the npm package. It has version ranges, so that `npm update` gets fixes:
 * docs/decisions/0031.
 */
function manifest(): object {
  const { name, version, description, license, type, bin, exports, engines } = packageJson;
  const { 'swagger-ui-dist': _, ...installed } = packageJson.dependencies;
  const dependencies = Object.fromEntries(
    Object.entries(installed).map(([key, exact]) => [key, `^${exact}`]),
  );
  const imports = { '#swagger-ui/*': './swagger-ui/*' };
  return {
    name,
    version,
    description,
    license,
    type,
    bin,
    exports,
    imports,
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
    if (path === '' || 'dev' in entry || /\/(?:swagger-ui-dist|@scarf)\b/.test(path)) continue;
    // The lock file lists nested packages under their own paths, so each package is copied without
    // its node_modules.
    const from = join(root, path);
    const filter = (name: string) => name === from || !unused.test(name.slice(from.length));
    cpSync(from, join(folder, path), { recursive: true, filter });
  }
}
