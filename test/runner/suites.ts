import { globSync } from 'node:fs';
import { installChromium } from '../support/browser/chromium.ts';
import { installPatroni } from '../support/patroni/packages.ts';
import * as postgres from '../support/postgres/setup.ts';

const browser = { globalSetup: installChromium };
const patroni = { globalSetup: installPatroni };

export type Suite = {
  /** The folders below `test` whose test files the suite runs, including those in subfolders. */
  readonly folders: readonly string[];
  /**
   * Functions that run once before the first test and after the last one, even if several suites
   * share them.
   */
  readonly setup?: {
    readonly globalSetup: () => void | Promise<void>;
    readonly globalTeardown?: () => void | Promise<void>;
  };
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The number of processes that share the suite's files. One process for each file would take
   * longer.
   */
  readonly shards?: number;
  /**
   * In a suite without `shards`, each test file has its own process. This many of them run in
   * parallel.
   */
  readonly concurrency?: number;
  /** The time limit of a single test. Default: four minutes. */
  readonly timeoutMs?: number;
  /** A suite that mostly waits runs beside all others from the beginning. */
  readonly mostlyWaits?: boolean;
};

/**
 * The suites of `npm test`. They test each rule on SQLite and PostgreSQL, and every screen in a
 * browser.
 */
const main = {
  commands: { folders: ['cli'], setup: postgres, shards: 2 },
  screens: { folders: ['browser/screens'], setup: browser, shards: 2 },
  /**
   * Tests that need neither a browser nor many processes. Most run what they test in their own
   * process.
   */
  'in-process': {
    folders: [
      'client',
      'dashboard',
      'domain',
      'http',
      'import',
      'inventory',
      'mail',
      'model',
      'openapi',
      'postgres',
      'security',
      'server',
      'simulator',
      'store',
      'webhooks',
    ],
    setup: postgres,
    shards: 3,
  },
  /** Runs the tests that depend on the database engine again, on PostgreSQL. */
  postgres: {
    folders: ['http', 'model'],
    setup: postgres,
    env: { TEST_ENGINE: 'postgres' },
    shards: 2,
  },
} satisfies Record<string, Suite>;

/** The suites of `npm run test:rest`. */
const rest = {
  /**
   * With FAULTS=long, a single failover test causes each kind of fault ten times, which takes 40
   * minutes.
   */
  failover: {
    folders: ['failover'],
    setup: patroni,
    timeoutMs: 5_400_000,
    mostlyWaits: true,
    concurrency: 2,
  },
  /**
   * Tests of the dashboard on phones, in other languages, offline, and with very many pets: a
   * browser for each file.
   */
  conditions: { folders: ['browser/conditions'], setup: browser, shards: 8 },
  /**
   * Tests of the packages, the guides, and the service behind proxies, load balancers, supervisors
   * and monitoring.
   */
  deploy: { folders: ['deploy'], shards: 1 },
  /**
   * Tests that kill processes, overload them, fail their system calls, and send malformed requests
   * and files.
   */
  faults: { folders: ['faults', 'hostile'], setup: postgres, concurrency: 3 },
  clients: { folders: ['generated-clients'], timeoutMs: 300_000 },
  /** Tests of the examples and links in the documents. */
  documents: { folders: ['docs'], setup: postgres, shards: 1 },
} satisfies Record<string, Suite>;

/** All suites by name, in the order in which they start. */
export const suites: Readonly<Record<string, Suite>> = {
  ...rest,
  ...main,
  quick: {
    folders: [
      'domain',
      'http',
      'import',
      'inventory',
      'openapi',
      'mail',
      'server',
      'store',
      'webhooks',
    ],
    shards: 2,
  },
  attacks: { folders: ['faults', 'hostile', 'model'], setup: postgres, timeoutMs: 3_600_000 },
};

/** Names for sets of suites. */
export const sets: Readonly<Record<string, readonly string[]>> = {
  main: [...Object.keys(main), 'check'],
  rest: Object.keys(rest),
};

/** Installed packages may contain tests of their own, which no suite runs. */
const exclude = ['**/node_modules/**'];

export function filesOf({ folders }: Suite): string[] {
  return globSync(
    folders.map((folder) => `test/${folder}/**/*.test.ts`),
    { exclude },
  ).sort();
}

/** Returns the test files that neither `npm test` nor `npm run test:rest` runs. */
export function filesOutside(): string[] {
  const inside = new Set(Object.values({ ...main, ...rest }).flatMap(filesOf));
  return globSync('test/**/*.test.ts', { exclude }).filter((file) => !inside.has(file));
}
