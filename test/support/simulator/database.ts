import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Limits, limits } from '../../../src/limits.ts';
import type { Platform } from '../../../src/platform.ts';
import { SqliteConnection } from '../../../src/sqlite/connection.ts';
import { openSqliteStore } from '../../../src/sqlite/store.ts';

/**
 * The database server that all instances share: the real SQLite engine, on the calling thread. It
 * has a replica that lags behind. A failover puts the replica in its place, without the commits that
 * the replica lacks.
 */
export class Database {
  readonly #file: string;
  readonly #folder: string;
  readonly #platform: Platform;
  readonly #limits: Limits;
  connection: SqliteConnection;
  /** The number of failovers so far. Connections to an earlier server are cut. */
  server = 0;
  isUp = true;
  #replica: Uint8Array;

  private constructor(folder: string, platform: Platform, limits: Limits) {
    this.#folder = folder;
    this.#file = join(folder, 'store.db');
    this.#platform = platform;
    this.#limits = limits;
    this.connection = this.#connect();
    this.#replica = readFileSync(this.#file);
  }

  static async create(platform: Platform, limits: Limits): Promise<Database> {
    const folder = mkdtempSync(join(tmpdir(), 'pawstock-simulator-'));
    const file = join(folder, 'store.db');
    writeFileSync(file, await emptyStore());
    return new Database(folder, platform, limits);
  }

  /** Copies everything to the replica. */
  replicate(): void {
    this.#replica = readFileSync(this.#file);
  }

  /** Puts the replica in the place of the server. */
  failOver(): void {
    this.connection[Symbol.dispose]();
    writeFileSync(this.#file, this.#replica);
    this.connection = this.#connect();
    this.server++;
  }

  close(): void {
    this.connection[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true });
  }

  #connect(): SqliteConnection {
    const options = { platform: this.#platform, limits: this.#limits };
    const connection = new SqliteConnection(this.#file, options);
    // The world ends with its process, so nothing needs to be synced.
    connection.exec('pragma journal_mode = memory');
    connection.exec('pragma synchronous = off');
    return connection;
  }
}

let empty: Promise<Uint8Array> | undefined;

/** The file of a store without any contents. */
function emptyStore(): Promise<Uint8Array> {
  empty ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pawstock-simulator-'));
    const file = join(folder, 'store.db');
    const store = await openSqliteStore(file, { limits });
    await store.close();
    using connection = new SqliteConnection(file, { limits });
    connection.exec('pragma journal_mode = delete');
    const contents = readFileSync(file);
    rmSync(folder, { recursive: true });
    return contents;
  })();
  return empty;
}
