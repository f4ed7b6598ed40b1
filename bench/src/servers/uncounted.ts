import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './pawstock.ts';

/** A copy of the source in which nothing is counted: what counting costs is the difference to the original. */
export function createUncounted(folder: string): string {
  const root = join(folder, 'uncounted');
  mkdirSync(root);
  for (const part of ['bin', 'client', 'src', 'package.json'])
    cpSync(join(repository, part), join(root, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  const file = join(root, 'src/http/metrics.ts');
  const source = readFileSync(file, 'utf8');
  const counting = /^ {2}(?:answered|committed|synced)\(.*\): void \{$/gm;
  if (source.match(counting)?.length !== 3) throw new Error('src/http/metrics.ts does not count as it used to');
  writeFileSync(file, source.replaceAll(counting, '$&\n    if (counted) return;').concat('const counted = true;\n'));
  return root;
}
