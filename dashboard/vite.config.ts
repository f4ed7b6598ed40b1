import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const outDir = fileURLToPath(new URL('dist', import.meta.url));

/** Puts React Aria's English messages in place of their translations: the dashboard is in English for every browser. */
function englishOnly(): Plugin {
  const otherLanguage = /\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;
  return {
    name: 'english-only',
    enforce: 'pre',
    load: (id) => (otherLanguage.test(id) ? `export { default } from './en-US.mjs'` : undefined),
  };
}

/** Blocks the first paint until the script has set the theme, so that dark mode does not flash white. */
function blockFirstPaint(): Plugin {
  return {
    name: 'block-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative URLs also work behind a proxy that adds a path prefix.
  base: './',
  plugins: [englishOnly(), blockFirstPaint()],
  // The build for browsers brings its own Buffer.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  // Classes have the same names in the document as in their module. A test finds names that two modules declare.
  css: { modules: { generateScopedName: '[local]', localsConvention: 'camelCaseOnly' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome123', 'firefox125', 'safari18'],
    // The Content-Security-Policy forbids data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for all that the page needs at once; what it loads later shares modules with it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
    reportCompressedSize: false,
    // A test limits the compressed size.
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
