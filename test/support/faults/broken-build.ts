import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { repository } from '../service/runtime.ts';
import { temporaryFolder } from '../temporary-folder.ts';

type Change = {
  readonly file: string;
  readonly find: RegExp;
  readonly replace: string;
};

/** A change that breaks a promise, small enough to slip through a review. */
export type Breakage = Change & { readonly name: string };

/** A copy of the checkout with one thing broken, to see whether the tests notice. */
export function brokenBuild(t: TestContext, { name, ...change }: Breakage): string {
  const folder = temporaryFolder(t);
  copySource(folder);
  const found = changeSource(folder, change);
  assert.equal(found, 1, `"${name}" breaks what ${change.find} finds in ${change.file}: adapt it to the code`);
  return folder;
}

/** Copies the program into an empty folder, where it can be changed. */
export function copySource(folder: string): void {
  for (const part of ['bin', 'client', 'src', 'package.json'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

/** Returns how often the pattern was found. */
export function changeSource(folder: string, { file, find, replace }: Change): number {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const everywhere = new RegExp(find, `${find.flags.replace('g', '')}g`);
  writeFileSync(path, source.replace(everywhere, replace));
  return source.match(everywhere)?.length ?? 0;
}
