import type { OnUpgrade } from '../store/migrations.ts';
import type { PostgresAddress } from '../store/postgres-address.ts';
import type { Access, Store } from '../store/store.ts';
import { createConnections } from './connections.ts';
import { contents } from './contents.ts';
import { keys } from './keys.ts';
import { checkSchema, migrate } from './migrate.ts';
import { reads } from './reads.ts';
import { reports } from './reports.ts';
import { reservations } from './reservations.ts';
import { webhooks } from './webhooks.ts';
import { writes } from './writes.ts';

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
    ...reports(connections),
    ...reservations(connections),
    ...keys(connections),
    ...webhooks(connections),
    ...contents(connections),
    reconnect: () => connections.reconnect(),
    close: () => connections.close(),
  };
}
