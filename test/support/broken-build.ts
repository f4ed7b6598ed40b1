import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

/** A change that breaks a promise, small enough to slip through a review. */
export type Breakage = {
  readonly name: string;
  readonly file: string;
  /** Found once, or the test fails: it would prove nothing. */
  readonly find: RegExp;
  readonly replace: string;
};

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the checkout with one thing broken, to see whether the tests notice. */
export function brokenBuild(t: TestContext, { name, file, find, replace }: Breakage): string {
  const folder = temporaryFolder(t);
  for (const part of ['bin', 'client', 'src', 'package.json'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const found = source.match(new RegExp(find, `${find.flags}g`))?.length ?? 0;
  assert.equal(found, 1, `"${name}" breaks what ${find} finds in ${file}: bring it up to date with the code`);
  writeFileSync(path, source.replace(find, replace));
  return folder;
}
