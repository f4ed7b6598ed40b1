import { openClient } from '../postgres/client.ts';

/** A store's clock, which a test can set. */
export type TestClock = Awaited<ReturnType<typeof createClock>>;

/**
 * Creates a store's clock. In PostgreSQL, a function in the store's schema replaces the built-in
 * clock_timestamp().
 */
export async function createClock(url: string, startMs: number) {
  let nowMs = startMs;
  const now = () => nowMs;
  const schema = URL.parse(url)?.searchParams.get('schema') ?? null;
  const client = schema === null ? undefined : await openClient(url);
  await client?.query(`
    create schema if not exists ${schema};
    create table if not exists ${schema}.test_clock (ms bigint);
    delete from ${schema}.test_clock;
    insert into ${schema}.test_clock values (${startMs});
    create or replace function ${schema}.clock_timestamp() returns timestamptz language sql
      as 'select to_timestamp(ms / 1000.0) from ${schema}.test_clock';`);
  return {
    /**
     * The URL with which a PostgreSQL store uses the test's clock. An embedded store gets the clock
     * as an option.
     */
    url: schema === null ? url : `${url}&search_path=${schema},pg_catalog`,
    now,
    set: async (ms: number) => {
      nowMs = ms;
      await client?.query('update test_clock set ms = $1', [Math.floor(ms)]);
    },
    close: async () => client?.end(),
  };
}
