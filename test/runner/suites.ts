import { globSync } from 'node:fs';
import { sep } from 'node:path';
import * as browser from '../support/browser/setup.ts';
import * as postgres from '../support/postgres/setup.ts';

export type Suite = {
  /** Folders of `test`, with all that is below them. */
  readonly folders: readonly string[];
  /** What runs before the first test, and after the last, once for all suites. */
  readonly setup?: { readonly globalSetup: () => void | Promise<void>; readonly globalTeardown?: () => Promise<void> };
  readonly env?: Readonly<Record<string, string>>;
  /** Processes that divide the files between them: quicker than one for each, since most of a file's time is its start. */
  readonly shards?: number;
  /** Otherwise each file has a process of its own, and this many run at a time. */
  readonly concurrency?: number;
  /** For one test; four minutes unless it is given. */
  readonly timeoutMs?: number;
  /** Runs beside all others from the beginning. */
  readonly mostlyWaits?: boolean;
};

/** Every test file is in exactly one of these: see `filesOutside`. They begin in this order. */
const parts = {
  /** Ten faults of each kind take 40 minutes, in one test. */
  failover: { folders: ['failover'], timeoutMs: 5_400_000, mostlyWaits: true },
  clients: { folders: ['generated-clients'], timeoutMs: 300_000 },
  /** The package, and what runs with other programs: proxies, balancers, supervisors and monitors. */
  deploy: { folders: ['deploy'], shards: 1 },
  /** Tests that kill processes, flood them and fail their system calls. */
  processes: { folders: ['faults'], setup: postgres, concurrency: 3 },
  /** Tests that run commands and documents as their users do. */
  commands: { folders: ['cli', 'docs'], setup: postgres, shards: 2 },
  browser: { folders: ['browser'], setup: browser, shards: 4 },
  /** Tests that start the service within their own process. */
  'in-process': {
    folders: [
      ...['client', 'dashboard', 'domain', 'hostile', 'http', 'import', 'inventory', 'model', 'openapi', 'postgres'],
      ...['security', 'server', 'store', 'webhooks'],
    ],
    setup: postgres,
    shards: 3,
  },
} satisfies Record<string, Suite>;

export const suites: Readonly<Record<string, Suite>> = {
  ...parts,
  /** What depends on the engine, on the other engine. */
  postgres: { folders: ['http', 'model'], setup: postgres, env: { TEST_ENGINE: 'postgres' }, shards: 2 },
  quick: { folders: ['domain', 'http', 'import', 'inventory', 'openapi', 'server', 'store', 'webhooks'], shards: 2 },
  faults: { folders: ['faults', 'hostile', 'model'], setup: postgres, timeoutMs: 3_600_000 },
};

/** Installed packages may have tests of their own. */
const exclude = ['**/node_modules/**'];

export function filesOf({ folders }: Suite): string[] {
  return globSync(
    folders.map((folder) => `test/${folder}/**/*.test.ts`),
    { exclude },
  ).sort();
}

/** The test files that no part has, or more than one. */
export function filesOutside(): string[] {
  const folders: readonly string[] = Object.values(parts).flatMap((part) => part.folders);
  const timesListed = (file: string) => folders.filter((folder) => folder === file.split(sep)[1]).length;
  return globSync('test/**/*.test.ts', { exclude }).filter((file) => timesListed(file) !== 1);
}
