import type { PostgresAddress } from '../store/postgres-address.ts';
import { SharedConnection } from './connection.ts';
import { LedgerCheckpoint } from './ledger-checkpoint.ts';
import type { Session } from './session.ts';

/** What every response waits for has a connection of its own, and so have writes: neither waits for a slow query. */
export class Connections {
  readonly address: PostgresAddress;
  readonly ledger = new LedgerCheckpoint();
  readonly freshness: SharedConnection;
  readonly history: SharedConnection;
  readonly writes: SharedConnection;

  constructor(address: PostgresAddress) {
    const checkLedger = (session: Session) => this.ledger.check(session);
    this.address = address;
    this.freshness = new SharedConnection(address, checkLedger);
    this.history = new SharedConnection(address);
    this.writes = new SharedConnection(address, checkLedger);
  }

  reconnect(): void {
    this.ledger.clearLost();
    for (const connection of this.#all) connection.reconnect();
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.close()));
  }

  get #all(): SharedConnection[] {
    return [this.freshness, this.history, this.writes];
  }
}
