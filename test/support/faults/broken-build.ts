import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { repository } from '../service/runtime.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A change that breaks a promise, small enough to slip through a review. */
export type Breakage = {
  readonly name: string;
  readonly file: string;
  readonly find: RegExp;
  readonly replace: string;
};

/** Node's options for a service that has one thing broken, to see whether the tests notice. All else is the checkout's. */
export function brokenBuild(t: TestContext, { name, file, find, replace }: Breakage): string {
  const original = join(repository, file);
  const source = readFileSync(original, 'utf8');
  const found = source.match(new RegExp(find, `${find.flags}g`))?.length;
  assert.equal(found, 1, `"${name}" breaks what ${find} finds in ${file}: adapt it to the code`);
  const folder = temporaryFolder(t);
  const changed = join(folder, `changed${extname(file)}`);
  writeFileSync(changed, source.replace(find, replace));
  const [from, to] = [original, changed].map((path) => JSON.stringify(pathToFileURL(path)));
  const hook = join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => next(url === ${from} ? ${to} : url, context) });`,
  );
  return `--import=${pathToFileURL(hook)}`;
}
