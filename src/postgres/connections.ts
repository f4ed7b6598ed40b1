import type { PostgresAddress } from '../store/postgres-address.ts';
import { SharedConnection } from './connection.ts';
import { LedgerCheckpoint } from './ledger-checkpoint.ts';
import type { Session } from './session.ts';

export type Connections = ReturnType<typeof createConnections>;

/** What every response waits for has a connection of its own, and so have writes: neither waits for a slow query. */
export function createConnections(address: PostgresAddress) {
  const ledger = new LedgerCheckpoint();
  const checkLedger = (session: Session) => ledger.check(session);
  const freshness = new SharedConnection(address, checkLedger);
  const history = new SharedConnection(address);
  const writes = new SharedConnection(address, checkLedger);
  const all = [freshness, history, writes];
  return {
    address,
    ledger,
    freshness,
    history,
    writes,
    reconnect(): void {
      ledger.clearLost();
      for (const connection of all) connection.reconnect();
    },
    async close(): Promise<void> {
      await Promise.all(all.map((connection) => connection.close()));
    },
  };
}
