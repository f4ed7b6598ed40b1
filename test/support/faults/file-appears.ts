import { watch } from 'node:fs';
import type { TestContext } from 'node:test';

/**
 * Waits until a file of this name is made in a folder. The system reports each file, also one that
 * is gone again by the time this process looks.
 */
export function fileAppears(t: TestContext, folder: string, name: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, (_event, made) => {
    if (made !== null && name.test(made)) resolve();
  });
  t.after(() => watcher.close());
  return promise;
}
