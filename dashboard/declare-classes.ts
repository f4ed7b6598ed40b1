import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('src', import.meta.url));
const generated = fileURLToPath(new URL('generated', import.meta.url));

/** The module of each class name in the built page. */
const owners = new Map<string, string>();

/**
 * Declares the classes of a CSS module, so that TypeScript refuses a class that the module does not
 * have. Vite calls this function for each module, when it builds and when a module changes. It
 * throws if two modules got the same name for a class, because the names are short hashes.
 */
export function declareClasses(path: string, classes: Readonly<Record<string, string>>): void {
  for (const [name, scopedName] of Object.entries(classes)) {
    const owner = `${path} ${name}`;
    const other = owners.get(scopedName) ?? owner;
    if (other !== owner) throw new Error(`${other} and ${owner} are both called ${scopedName}.`);
    owners.set(scopedName, owner);
  }

  const names = Object.keys(classes).sort();
  const declaration = [
    'declare const styles: {',
    ...names.map((name) => `  readonly ${name}: string;`),
    '};',
    'export default styles;',
    '',
  ].join('\n');
  const file = join(generated, `${relative(source, path)}.d.ts`);
  if (existsSync(file) && readFileSync(file, 'utf8') === declaration) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, declaration);
}
