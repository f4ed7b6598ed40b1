import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
for (const folder of ['src', 'client']) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (name.endsWith('.ts')) write(file.replace(/\.ts$/, '.js'), stripTypeScriptTypes(read(file)));
    else if (/\.\w+$/.test(name)) cpSync(join(root, file), join(dist, file));
  }
}
declareClient();
for (const name of ['package.json', 'dashboard/dist']) cpSync(join(root, name), join(dist, name), { recursive: true });

/** Emits type declarations for `pawstock/client`. */
function declareClient(): void {
  const options = ['--emitDeclarationOnly', '--declaration', '--noEmit', 'false', '--rootDir', root, '--outDir', dist];
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', join(root, 'deploy/npm'), ...options], {
    stdio: 'inherit',
  });
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) write(name, readFileSync(join(dist, name), 'utf8'));
  }
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Changes the `.ts` in relative paths, in imports and in the worker's URL, to `.js`. */
function write(file: string, text: string): void {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  writeFileSync(join(dist, file), text.replaceAll(/'(\.{1,2}\/[^'\n]+)\.ts'/g, "'$1.js'"));
}
