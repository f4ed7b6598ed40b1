export type Suite = {
  readonly files: readonly string[];
  /** What runs before the first test, and after the last. */
  readonly setup?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Processes that divide the files between them: quicker than one for each, since most of a file's time is its start. */
  readonly shards?: number;
  /** Otherwise each file has a process of its own, and this many run at a time. */
  readonly concurrency?: number;
};

const postgres = 'test/support/postgres/setup.ts';

/** Tests that start the service within their own process. */
const inProcess = 'client,dashboard,domain,http,import,inventory,model,security,server,store,webhooks';

/** The same, among the faults. */
const inProcessFaults = 'abandoned-streams|hostile-*';

/** Tests of HTTP that never reach the store, or are the same on every engine. */
const withoutStore = 'cors|dashboard|malformed-http|openapi|openapi-[cs]*|outside-the-api|packets|slow-clients';

export const suites: Readonly<Record<string, Suite>> = {
  processes: {
    files: ['test/{cli,deploy,docs}/*.test.ts', `test/faults/!(${inProcessFaults}).test.ts`],
    setup: postgres,
    concurrency: 3,
  },
  'in-process': {
    files: [`test/{${inProcess}}/*.test.ts`, `test/faults/@(${inProcessFaults}).test.ts`],
    setup: postgres,
    shards: 2,
  },
  browser: { files: ['test/browser/*.test.ts'], setup: 'test/support/browser/setup.ts', shards: 3 },
  postgres: {
    files: [`test/http/!(${withoutStore}).test.ts`, 'test/model/*.test.ts'],
    setup: postgres,
    env: { TEST_ENGINE: 'postgres' },
    shards: 1,
  },
  quick: {
    files: ['test/{domain,http,import,inventory,server,webhooks}/*.test.ts', 'test/store/sqlite.test.ts'],
    shards: 2,
  },
};
