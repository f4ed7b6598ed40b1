import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder that goes when the test ends, after `close` has let go of what is in it: hooks run first in, first out. */
export function temporaryFolder(t: TestContext, close: () => Promise<void> = async () => undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-test-'));
  t.after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
