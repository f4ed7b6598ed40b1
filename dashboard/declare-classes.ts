import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('src', import.meta.url));
const generated = fileURLToPath(new URL('generated', import.meta.url));

/**
 * Declares the classes of a CSS module, so that TypeScript refuses a class that the module does not
 * have. Vite calls this function for each module, when it builds and when a module changes.
 */
export function declareClasses(path: string, classes: Readonly<Record<string, string>>): void {
  const file = join(generated, `${relative(source, path)}.d.ts`);
  const names = Object.keys(classes).sort();
  const declaration = [
    'declare const styles: {',
    ...names.map((name) => `  readonly ${name}: string;`),
    '};',
    'export default styles;',
    '',
  ].join('\n');

  if (existsSync(file) && readFileSync(file, 'utf8') === declaration) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, declaration);
}
