import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SiteRoute } from '../router.ts';
import { staticFile } from './static-file.ts';

/** The API reference at `/docs`: Swagger UI from the installed package, with nothing from elsewhere. */

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Pawstock API reference</title>
    <link rel="icon" href="./favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="./docs/swagger-ui.css">
    <script src="./docs/swagger-ui-bundle.js" defer></script>
    <script src="./docs/start.js" defer></script>
  </head>
  <body>
    <main id="reference"></main>
  </body>
</html>
`;

const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({ url: './openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });
`;

export function referenceRoutes(): [path: string, route: SiteRoute][] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const installed = (name: string) => readFileSync(join(folder, name));
  return [
    ['/docs', staticFile(Buffer.from(page), { extension: '.html' })],
    ['/docs/start.js', staticFile(Buffer.from(start), { extension: '.js' })],
    ['/docs/swagger-ui.css', staticFile(installed('swagger-ui.css'), { extension: '.css' })],
    ['/docs/swagger-ui-bundle.js', staticFile(installed('swagger-ui-bundle.js'), { extension: '.js' })],
  ];
}
