import { openClient } from '../postgres/client.ts';

/** The clock of a store, which a test sets. */
export type TestClock = Awaited<ReturnType<typeof createClock>>;

/** PostgreSQL's clock is hidden by a function of the same name in the schema of the store. */
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
    /** Where a store with this clock is opened; the embedded store needs `now`, too. */
    url: schema === null ? url : `${url}&search_path=${schema},pg_catalog`,
    now,
    set: async (ms: number) => {
      nowMs = ms;
      await client?.query('update test_clock set ms = $1', [Math.floor(ms)]);
    },
    close: async () => client?.end(),
  };
}
