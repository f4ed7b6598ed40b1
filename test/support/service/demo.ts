import type { TestContext } from 'node:test';
import { createDemoStore } from '../../../src/cli/commands/demo.ts';
import { startService } from './service.ts';

/** What `pawstock serve --demo` serves, within this process. */
export async function startDemo(t: TestContext): Promise<{ readonly url: string; readonly key: string }> {
  const demo = await createDemoStore();
  const { url } = await startService(t, { settings: { DATABASE_URL: demo.url }, pets: [], secret: demo.secret });
  t.after(demo.remove);
  return { url, key: demo.secret };
}
