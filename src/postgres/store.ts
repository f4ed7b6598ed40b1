import type { OnUpgrade } from '../store/migrations.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import type { Access, Store, StoreStatus } from '../store/store.ts';
import { type Query, sql } from '../store/tables.ts';
import { actions } from './actions.ts';
import { createConnections } from './connections.ts';
import { contents } from './contents.ts';
import { keys } from './keys.ts';
import { checkSchema, migrate } from './migrate.ts';
import { reads } from './reads.ts';
import { reservations } from './reservations.ts';
import { webhooks } from './webhooks.ts';
import { writes } from './writes.ts';

const status: Query<StoreStatus> = {
  ...sql`
    select pg_database_size(current_database()) as bytes,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as clock_ms`,
  fromRow: ({ bytes, clock_ms }) => ({ bytes: Number(bytes), clockMs: Number(clock_ms) }),
};

/** The engine for many instances: PostgreSQL, in a schema of its own. */
export async function openPostgresStore(
  address: PostgresAddress,
  access: Access,
  onUpgrade: OnUpgrade,
): Promise<Store> {
  const connections = createConnections(address);
  try {
    if (access === 'read') await checkSchema(connections.freshness);
    else await migrate(connections.writes, address.schema, onUpgrade);
  } catch (error) {
    await connections.close();
    throw error;
  }
  return {
    ...reads(connections),
    ...writes(connections),
    ...reservations(connections),
    ...keys(connections),
    ...actions(connections),
    ...webhooks(connections),
    ...contents(connections),
    status: () => connections.history.run((session) => session.selectOne(status)),
    reconnect: () => connections.reconnect(),
    close: () => connections.close(),
  };
}
