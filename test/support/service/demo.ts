import type { TestContext } from 'node:test';
import { createDemoStore } from '../../../src/cli/commands/demo.ts';
import { startService } from './service.ts';

/** Starts what `pawstock serve --demo` serves, within this process. */
export async function startDemo(
  t: TestContext,
): Promise<{ readonly url: string; readonly key: string }> {
  const demo = await createDemoStore();
  // The examples in docs/ show times in UTC, so the demo runs in that time zone.
  const settings = { DATABASE_URL: demo.url, TIME_ZONE: 'UTC' };
  const { url } = await startService(t, { settings, pets: [], secret: demo.secret });
  t.after(demo.remove);
  return { url, key: demo.secret };
}
