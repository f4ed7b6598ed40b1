import type { ApiKey } from '../domain/api-key.ts';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Webhook } from '../domain/webhook.ts';
import { type Query, type Row, type Scalar, type SqlValue, sql } from './sql.ts';
import type { ClockStep, StoredIdempotencyRecord, StoredName } from './store.ts';

/** The tables that both engines have, and how values of the domain become rows of them. */

type TableColumn = {
  readonly name: string;
  readonly type: 'bigint' | 'boolean' | 'text';
  readonly fromSql: (stored: unknown) => unknown;
  readonly toSql: (value: never) => Scalar;
};

type TableColumns<T> = { readonly [Field in keyof T]: TableColumn };

const unchanged = <T>(value: T): T => value;
const text = (name: string): TableColumn => ({ name, type: 'text', fromSql: unchanged, toSql: unchanged });
/** Integers arrive as bigint, and are numbers in the domain. */
export const integer = (name: string): TableColumn => ({
  name,
  type: 'bigint',
  fromSql: (stored) => (stored === null ? null : Number(stored)),
  toSql: unchanged,
});
/** Every petId is exact. */
const petId: TableColumn = { name: 'pet_id', type: 'bigint', fromSql: unchanged, toSql: unchanged };

export class Table<T extends object> {
  readonly name: string;
  readonly columns: readonly (TableColumn & { readonly field: keyof T })[];
  /** What an insert does where the row exists; empty if it fails. */
  readonly onConflict: string;

  constructor(name: string, columns: TableColumns<T>, onConflict = '') {
    this.name = name;
    this.columns = Object.entries<TableColumn>(columns).map(([field, column]) => ({
      ...column,
      field: field as keyof T,
    }));
    this.onConflict = onConflict;
  }

  readonly fromRow = (row: Row): T => {
    const value: Partial<T> = {};
    for (const { field, name, fromSql } of this.columns) value[field] = fromSql(row[name]) as T[keyof T];
    return value as T;
  };

  /** The values in the order of the columns. */
  toRow(value: T): Scalar[] {
    return this.columns.map(({ field, toSql }) => toSql(value[field] as never));
  }

  /** A statement that returns rows of this table. */
  query(strings: TemplateStringsArray, ...values: SqlValue[]): Query<T> {
    return { ...sql(strings, ...values), fromRow: this.fromRow };
  }
}

function upsert(key: string, columns: readonly string[]): string {
  const assignments = columns.map((name) => `${name} = excluded.${name}`);
  return `on conflict (${key}) do update set ${assignments.join(', ')}`;
}

export const itemTable = new Table<Item>(
  'item',
  { petId, quantity: integer('quantity'), status: text('status'), version: integer('version') },
  upsert('pet_id', ['quantity', 'status', 'version']),
);

export const entryColumns: TableColumns<LedgerEntry> = {
  seq: integer('seq'),
  petId,
  kind: text('kind'),
  before: integer('before'),
  after: integer('after'),
  status: text('status'),
  reason: text('reason'),
  note: text('note'),
  key: text('key_name'),
  requestId: text('request_id'),
  atMs: integer('at_ms'),
};
export const entryTable = new Table<LedgerEntry>('ledger', entryColumns);

/** Where the times of the ledger go back, by thousands of entries: see migrations/0004-ledger-time.sql of each engine. */
export const clockStepTable = new Table<ClockStep>('clock_step', {
  thousand: integer('thousand'),
  latestMs: integer('latest_ms'),
  earliestMs: integer('earliest_ms'),
});

export const nameTable = new Table<StoredName>('pet_name', {
  petId,
  name: text('name'),
  revision: integer('revision'),
});

const keyColumns: TableColumns<ApiKey> = {
  id: text('id'),
  rotationId: text('rotation_id'),
  name: text('name'),
  digest: text('digest'),
  scope: text('scope'),
  // SQLite has no booleans.
  requireVersion: {
    name: 'require_version',
    type: 'boolean',
    fromSql: (stored) => Number(stored) === 1,
    toSql: Number,
  },
  rateLimit: integer('rate_limit'),
  createdAtMs: integer('created_at_ms'),
  expiresAtMs: integer('expires_at_ms'),
  revokedAtMs: integer('revoked_at_ms'),
  lastUsedAtMs: integer('last_used_at_ms'),
};
export const keyTable = new Table<ApiKey>('api_key', keyColumns);

/** Every change but a last use raises the revision, by which running services notice it. */
type KeyWithRevision = ApiKey & { readonly revision: number };
export const keyRevisionTable = new Table<KeyWithRevision>(
  'api_key',
  { ...keyColumns, revision: integer('revision') },
  upsert('id', ['expires_at_ms', 'revoked_at_ms', 'revision']),
);
export const withRevisions = (keys: readonly ApiKey[], last: number): KeyWithRevision[] =>
  keys.map((key, index) => ({ ...key, revision: last + index + 1 }));

export const idempotencyRecordTable = new Table<StoredIdempotencyRecord>(
  'idempotency_record',
  {
    caller: text('caller'),
    key: text('idempotency_key'),
    fingerprint: text('fingerprint'),
    firstSeq: integer('first_seq'),
    lastSeq: integer('last_seq'),
    atMs: integer('at_ms'),
  },
  upsert('caller, idempotency_key', ['fingerprint', 'first_seq', 'last_seq', 'at_ms']),
);

const webhookColumns: TableColumns<Webhook> = {
  id: text('id'),
  name: text('name'),
  url: text('url'),
  secret: text('secret'),
  events: {
    name: 'events',
    type: 'text',
    fromSql: (stored) => String(stored).split(','),
    toSql: (events: Webhook['events']) => events.join(),
  },
  low: integer('low'),
  createdAtMs: integer('created_at_ms'),
  revision: integer('revision'),
  cursor: integer('cursor'),
  failingSinceMs: integer('failing_since_ms'),
  failures: integer('failures'),
  nextAttemptAtMs: integer('next_attempt_at_ms'),
  disabledAtMs: integer('disabled_at_ms'),
  lastAnswer: text('last_answer'),
  lastAnswerAtMs: integer('last_answer_at_ms'),
};
export const webhookTable = new Table<Webhook>(
  'webhook',
  webhookColumns,
  upsert(
    'id',
    Object.values(webhookColumns).map(({ name }) => name),
  ),
);
