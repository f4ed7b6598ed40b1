import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { changeSource, copySource } from '../../../test/support/faults/broken-build.ts';

/** A copy of the source in which nothing is counted: what counting costs is the difference to the original. */
export function createUncounted(folder: string): string {
  const root = join(folder, 'uncounted');
  mkdirSync(root);
  copySource(root);
  const counting = /^ {2}(?:answered|committed|synced)\(.*\): void \{$/m;
  const found = changeSource(root, { file: 'src/http/metrics.ts', find: counting, replace: '$&\n    return;' });
  if (found !== 3) throw new Error('src/http/metrics.ts does not count as it used to');
  return root;
}
