import { readdirSync, readFileSync } from 'node:fs';
import { DomainError } from '../domain/errors.ts';

/**
 * The version of the database schema that this code reads and writes. Each engine's last migration
 * leads to it.
 */
export const schemaVersion = 1;

/** SQL that upgrades a store from one schema to the next. */
type Migration = { readonly version: number; readonly sql: string };

/** Called after this process has upgraded a store from an earlier schema. */
export type OnUpgrade = (upgrade: {
  readonly from: number;
  readonly to: number;
  readonly durationMs: number;
}) => void;

/** The migrations in an engine's folder, in the order of their numbers. */
export function migrationsIn(folder: URL): Migration[] {
  const migrations = readdirSync(folder).map((name) => ({
    version: Number.parseInt(name, 10),
    sql: readFileSync(new URL(name, folder), 'utf8'),
  }));
  return migrations.sort((one, other) => one.version - other.version);
}

/**
 * The error for a database that this code must not use, because it does not have this code's
 * schema.
 */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/**
 * The migrations that a store with schema `current` still needs. Throws if the store is newer than
 * this code.
 */
export function migrationsAfter(current: number, known: readonly Migration[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0;
  if (current > newest) throw newerSchema(current, newest);
  return known.filter(({ version }) => version > current);
}

const newerSchema = (current: number, newest: number) =>
  new SchemaError(
    `The store has schema ${current}, and this Pawstock knows schemas up to ${newest}. Run the newer Pawstock that wrote it.`,
  );

/** Throws if another process has upgraded the store since this process opened it. */
export function requireKnownSchema({ schema }: { readonly schema: number }): void {
  if (schema === schemaVersion) return;
  const message = 'The store was upgraded, and this instance no longer serves it. Use another one.';
  throw new DomainError('store_unavailable', message, {
    cause: newerSchema(schema, schemaVersion),
  });
}

/** The error for a store from before Pawstock 1.0.0, whose schemas are not supported. */
export const earlyStore = () =>
  new SchemaError(
    'The store was written before Pawstock 1.0.0, whose schema is another one. Export it with the Pawstock that wrote it, and import the file into a new store.',
  );

/** Throws if a store would have to be upgraded, which commands that only read must not do. */
export function rejectOldSchema(current: number, known: readonly Migration[]): void {
  const newest = migrationsAfter(current, known).at(-1);
  if (newest === undefined) return;
  throw new SchemaError(
    current === 0
      ? 'There is no store in this database yet. "pawstock serve" creates one.'
      : `The store has schema ${current}, and this Pawstock needs schema ${newest.version}. Make a backup, then start the service: "pawstock serve" upgrades the store.`,
  );
}
