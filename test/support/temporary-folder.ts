import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Returns a folder that is deleted when the test ends, after the callback has closed the files in it. */
export function temporaryFolder(t: TestContext, close: () => Promise<void> = async () => undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-test-'));
  t.after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
