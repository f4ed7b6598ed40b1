import { readdirSync, readFileSync } from 'node:fs';
import { DomainError } from '../domain/errors.ts';

/** The schema that this code reads and writes. Each engine's last migration leads to it. */
export const schemaVersion = 1;

/** SQL that leads from one schema to the next. Each engine has a folder of numbered migrations. */
type Migration = { readonly version: number; readonly sql: string };

/** Called when this version has upgraded a store of an earlier version. */
export type OnUpgrade = (upgrade: { readonly from: number; readonly to: number; readonly durationMs: number }) => void;

export function migrationsIn(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => ({
    version: Number.parseInt(name, 10),
    sql: readFileSync(new URL(name, folder), 'utf8'),
  }));
}

/** The store exists, but this code must not use it. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** The migrations that a store still needs. Refuses a store that is newer than this code. */
export function migrationsAfter(current: number, known: readonly Migration[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0;
  if (current > newest) throw newerSchema(current, newest);
  return known.filter(({ version }) => version > current);
}

const newerSchema = (current: number, newest: number) =>
  new SchemaError(
    `The store has schema ${current}, and this Pawstock knows schemas up to ${newest}. Run the newer Pawstock that wrote it.`,
  );

/** Refuses a store that another process has upgraded since this one opened it. */
export function requireKnownSchema({ schema }: { readonly schema: number }): void {
  if (schema === schemaVersion) return;
  const message = 'The store was upgraded, and this instance no longer serves it. Use another one.';
  throw new DomainError('store_unavailable', message, { cause: newerSchema(schema, schemaVersion) });
}

/** The error for a store that was written before Pawstock 1.0.0, with other schemas. */
export const earlyStore = () =>
  new SchemaError(
    'The store was written before Pawstock 1.0.0, whose schema is another one. Export it with the Pawstock that wrote it, and import the file into a new store.',
  );

/** Refuses a store that would have to be upgraded, for commands that only read. */
export function rejectOldSchema(current: number, known: readonly Migration[]): void {
  const newest = migrationsAfter(current, known).at(-1);
  if (newest === undefined) return;
  throw new SchemaError(
    current === 0
      ? 'There is no store in this database yet. "pawstock serve" creates one.'
      : `The store has schema ${current}, and this Pawstock needs schema ${newest.version}. Make a backup, then start the service: "pawstock serve" upgrades the store.`,
  );
}
