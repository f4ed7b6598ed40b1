import { globSync } from 'node:fs';
import { installChromium } from '../support/browser/chromium.ts';
import * as postgres from '../support/postgres/setup.ts';

const browser = { globalSetup: installChromium };

export type Suite = {
  /** Folders of `test`, with all that is below them. */
  readonly folders: readonly string[];
  /** Code that runs once before the first test and after the last one, also if several suites name it. */
  readonly setup?: {
    readonly globalSetup: () => void | Promise<void>;
    readonly globalTeardown?: () => void | Promise<void>;
  };
  readonly env?: Readonly<Record<string, string>>;
  /** This many processes divide the files among themselves. Starting a process for each file takes longer. */
  readonly shards?: number;
  /** A suite without shards has a process for each file, and this many run at a time. */
  readonly concurrency?: number;
  /** The time limit of one test; four minutes unless it is given. */
  readonly timeoutMs?: number;
  /** Such a suite runs beside all others from the beginning. */
  readonly mostlyWaits?: boolean;
};

/** What `npm test` runs: each rule once, on both engines, and every screen once in a browser. */
const main = {
  commands: { folders: ['cli'], setup: postgres, shards: 2 },
  screens: { folders: ['browser/screens'], setup: browser, shards: 2 },
  /** Tests that start the service within their own process. */
  'in-process': {
    folders: [
      ...['client', 'dashboard', 'domain', 'http', 'import', 'inventory', 'model', 'openapi', 'postgres', 'security'],
      ...['server', 'store', 'webhooks'],
    ],
    setup: postgres,
    shards: 3,
  },
  /** The tests that depend on the engine, on the engine that `in-process` does not use. */
  postgres: { folders: ['http', 'model'], setup: postgres, env: { TEST_ENGINE: 'postgres' }, shards: 2 },
} satisfies Record<string, Suite>;

/** What `npm run test:rest` runs. */
const rest = {
  /** Ten faults of each kind take 40 minutes, in one test. */
  failover: { folders: ['failover'], timeoutMs: 5_400_000, mostlyWaits: true },
  /** The screens on phones, in other languages, in dark mode, offline, and with very many pets. */
  conditions: { folders: ['browser/conditions'], setup: browser, shards: 3 },
  /** The npm packages, the guides with them, and the service with proxies, balancers, supervisors and monitors. */
  deploy: { folders: ['deploy'], shards: 1 },
  /** Tests that kill processes, flood them, fail their system calls, and give them malformed requests and files. */
  faults: { folders: ['faults', 'hostile'], setup: postgres, concurrency: 3 },
  clients: { folders: ['generated-clients'], timeoutMs: 300_000 },
  /** The examples of the documents, and their links. */
  documents: { folders: ['docs'], setup: postgres, shards: 1 },
} satisfies Record<string, Suite>;

/** Suites by name. They begin in this order. */
export const suites: Readonly<Record<string, Suite>> = {
  ...rest,
  ...main,
  quick: { folders: ['domain', 'http', 'import', 'inventory', 'openapi', 'server', 'store', 'webhooks'], shards: 2 },
  attacks: { folders: ['faults', 'hostile', 'model'], setup: postgres, timeoutMs: 3_600_000 },
};

/** Names that stand for several suites. */
export const sets: Readonly<Record<string, readonly string[]>> = {
  main: [...Object.keys(main), 'check'],
  rest: Object.keys(rest),
};

/** Installed packages may have tests of their own. */
const exclude = ['**/node_modules/**'];

export function filesOf({ folders }: Suite): string[] {
  return globSync(
    folders.map((folder) => `test/${folder}/**/*.test.ts`),
    { exclude },
  ).sort();
}

/** The test files that neither `npm test` nor `npm run test:rest` runs. */
export function filesOutside(): string[] {
  const inside = new Set(Object.values({ ...main, ...rest }).flatMap(filesOf));
  return globSync('test/**/*.test.ts', { exclude }).filter((file) => !inside.has(file));
}
