import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/**
 * Returns a folder. When the test ends, calls `close`, which closes the folder's files, and deletes
 * the folder.
 */
export function temporaryFolder(
  t: TestContext,
  close: () => Promise<void> = async () => undefined,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-test-'));
  t.after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
