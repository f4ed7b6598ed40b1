import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds `dist/` for the npm package: the same folders as JavaScript, because Node does not run TypeScript below
 * `node_modules`. Types are replaced with white space, which keeps the source's line and column numbers.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
// The commands use the client too. Its own package has folders of its own.
for (const name of [...globSync('src/**/*.*', { cwd: root }), ...globSync('client/*.ts', { cwd: root })]) {
  if (name.endsWith('.ts')) write(name.replace(/\.ts$/, '.js'), stripTypeScriptTypes(read(name)));
  else cpSync(join(root, name), join(dist, name));
}
for (const name of ['package.json', 'dashboard/dist']) cpSync(join(root, name), join(dist, name), { recursive: true });

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Changes the `.ts` in relative paths, in imports and in the worker's URL, to `.js`. */
function write(file: string, text: string): void {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  writeFileSync(join(dist, file), text.replaceAll(/'(\.{1,2}\/[^'\n]+)\.ts'/g, "'$1.js'"));
}
