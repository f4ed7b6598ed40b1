import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const outDir = fileURLToPath(new URL('dist', import.meta.url));

/** React Aria brings its few words in 30 languages. The dashboard has one. */
function englishOnly(): Plugin {
  const otherLanguage = /\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;
  return {
    name: 'english-only',
    enforce: 'pre',
    load: (id) => (otherLanguage.test(id) ? 'export default {}' : undefined),
  };
}

/** Compressed once and as well as can be, rather than by the service. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.name === 'index.html') continue;
        const file = join(entry.parentPath, entry.name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

/** Nothing is painted before the script has chosen between light and dark. */
function paintedLate(): Plugin {
  return {
    name: 'painted-late',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that it also works behind a proxy that adds a path in front.
  base: './',
  plugins: [englishOnly(), paintedLate(), compressed()],
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome123', 'firefox125', 'safari18'],
    // The content policy allows no data: styles or fonts, and a file can be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
