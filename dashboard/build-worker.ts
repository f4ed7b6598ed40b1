import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const entry = fileURLToPath(new URL('worker/service-worker.ts', import.meta.url));

/**
 * Builds the service worker once the page is built, because it contains the list of the page's
 * files. It is a build of its own: the worker is one script, and shares no file with the page.
 */
export function buildWorker(outDir: string): Plugin {
  return {
    name: 'build-worker',
    apply: 'build',
    closeBundle: {
      sequential: true,
      handler: async () => {
        const { files, version } = readBuild(outDir);
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            builtFiles: JSON.stringify(files),
            builtVersion: JSON.stringify(version),
          },
          build: {
            outDir,
            emptyOutDir: false,
            target: ['chrome123', 'firefox125', 'safari18'],
            reportCompressedSize: false,
            rolldownOptions: {
              input: entry,
              output: { entryFileNames: 'service-worker.js', format: 'iife' },
            },
          },
        });
      },
    },
  };
}

/** The names of the files that the worker keeps beside the page, and a digest of all of them. */
function readBuild(outDir: string) {
  const names = readdirSync(outDir, { encoding: 'utf8', recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(outDir.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => name !== 'service-worker.js')
    .sort();
  const digest = createHash('sha256');
  for (const name of names) digest.update(name).update(readFileSync(join(outDir, name)));
  const version = digest.digest('base64url').slice(0, 12);
  return { files: names.filter((name) => name !== 'index.html'), version };
}
