import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { buildWorker } from './build-worker.ts';
import { compileMessages, languageCodes } from './compile-messages.ts';
import { declareClasses } from './declare-classes.ts';

const outDir = fileURLToPath(new URL('dist', import.meta.url));

/**
 * Keeps React Aria's texts only in the languages of the dashboard, and replaces all others by the
 * English ones.
 */
function spokenLanguages(): Plugin {
  const spoken = languageCodes.map((code) => code.slice(0, 2)).join('|');
  const otherLanguage = new RegExp(`/intl/.*/(?!${spoken})[a-z]{2}-[A-Z]{2}\\.mjs$`);
  return {
    name: 'spoken-languages',
    enforce: 'pre',
    load: (id) =>
      otherLanguage.test(id) ? `export { default } from './en-US.mjs'` : compileMessages(id),
  };
}

/**
 * The first paint waits until the script has set the theme, so that dark mode does not flash white.
 */
function blockFirstPaint(): Plugin {
  return {
    name: 'block-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative URLs also work behind a proxy that adds a path prefix.
  base: './',
  plugins: [spokenLanguages(), blockFirstPaint(), buildWorker(outDir)],
  // The Node build of csv-parse needs Node's Buffer. Its browser build includes a Buffer of its
  // own.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  // Each style sheet has class names of its own, which TypeScript knows. They are short, because the
  // page repeats them often.
  css: {
    modules: {
      generateScopedName: '[hash:base64:4]',
      localsConvention: 'camelCaseOnly',
      getJSON: declareClasses,
    },
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome123', 'firefox125', 'safari18'],
    // Assets are never inlined, because the Content-Security-Policy forbids data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All code that the page needs at once is in one file. Files that are loaded later share its
    // modules.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
    },
    reportCompressedSize: false,
    // Vite does not warn about large files, because a test limits the compressed size.
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
