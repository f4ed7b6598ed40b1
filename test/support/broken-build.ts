import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { changeSource, copySource } from './source-copy.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A change that breaks a promise, small enough to slip through a review. */
export type Breakage = {
  readonly name: string;
  readonly file: string;
  /** Found once, or the test fails: it would prove nothing. */
  readonly find: RegExp;
  readonly replace: string;
};

/** A copy of the checkout with one thing broken, to see whether the tests notice. */
export function brokenBuild(t: TestContext, { name, file, find, replace }: Breakage): string {
  const folder = temporaryFolder(t);
  copySource(folder);
  const found = changeSource(folder, { file, find, replace });
  assert.equal(found, 1, `"${name}" breaks what ${find} finds in ${file}: bring it up to date with the code`);
  return folder;
}
