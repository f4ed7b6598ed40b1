import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What runs, copied into an empty folder: a build in which something can be changed. */
export function copySource(folder: string): void {
  for (const part of ['bin', 'client', 'src', 'package.json'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

type Change = { readonly file: string; readonly find: RegExp; readonly replace: string };

/** Returns how often it was found. */
export function changeSource(folder: string, { file, find, replace }: Change): number {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const everywhere = new RegExp(find, `${find.flags.replace('g', '')}g`);
  writeFileSync(path, source.replace(everywhere, replace));
  return source.match(everywhere)?.length ?? 0;
}
