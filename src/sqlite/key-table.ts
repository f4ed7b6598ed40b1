import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import { keyFromRow } from '../store/rows.ts';
import { keyColumns, keyValues } from './columns.ts';
import { inTransaction } from './connection.ts';

/** The table of API keys. Every change but a last use raises the revision, by which running services notice it. */
export class KeyTable {
  readonly #db: DatabaseSync;
  readonly #changedAfter;
  readonly #named;
  readonly #put;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#changedAfter = db.prepare(
      `select ${keyColumns} from api_key where revision > ? order by created_at_ms, revision`,
    );
    this.#named = db.prepare(`select ${keyColumns} from api_key where name = ? order by created_at_ms, revision`);
    this.#put = db.prepare(
      `insert into api_key (${keyColumns}, revision)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (select ifnull(max(revision), 0) + 1 from api_key))
       on conflict (id) do update
       set expires_at_ms = excluded.expires_at_ms, revoked_at_ms = excluded.revoked_at_ms, revision = excluded.revision`,
    );
  }

  changedAfter(revision: number): ApiKey[] {
    return this.#changedAfter.all(revision).map(keyFromRow);
  }

  /** Inserts a key, or updates when it expires or was revoked. */
  put(key: ApiKey): void {
    this.#put.run(...keyValues(key));
  }

  change(name: string, decideKeys: (named: ApiKey[]) => KeyDecision): string | undefined {
    return inTransaction(this.#db, () => {
      const decision = decideKeys(this.#named.all(name).map(keyFromRow));
      if ('refusal' in decision) return decision.refusal;
      for (const key of decision.store) this.put(key);
      return undefined;
    });
  }
}
