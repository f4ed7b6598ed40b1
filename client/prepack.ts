import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Builds `client/dist/` for the package `pawstock-client`: one file for each module system, and
 * types for both. The compiler refuses features that Node 20 or browsers lack, and imports from
 * outside `client/`.
 */

const client = fileURLToPath(new URL('.', import.meta.url));
const root = join(client, '..');
const dist = join(client, 'dist');

await build({
  configFile: false,
  root: client,
  logLevel: 'warn',
  build: {
    outDir: dist,
    target: 'es2022',
    lib: { entry: 'client.ts', formats: ['es', 'cjs'], fileName: 'client' },
  },
});
execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', client], {
  stdio: 'inherit',
});
for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.ts'))) {
  const text = readFileSync(join(dist, name), 'utf8');
  for (const kind of ['js', 'cjs']) {
    const declaration = name.replace('.d.ts', kind === 'js' ? '.d.ts' : '.d.cts');
    writeFileSync(join(dist, declaration), text.replaceAll(/'(\.\/[\w-]+)\.ts'/g, `'$1.${kind}'`));
  }
}
cpSync(join(root, 'LICENSE'), join(client, 'LICENSE'));
