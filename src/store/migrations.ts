import { readdirSync, readFileSync } from 'node:fs';

/** Schemas are numbered. Each engine has a folder with the SQL that leads from one to the next. */
type Migration = { readonly version: number; readonly sql: string };

/** Told of a store that an earlier version wrote and this one has brought to its schema. */
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
  if (current > newest) {
    throw new SchemaError(
      `The store has schema ${current}, and this Pawstock knows schemas up to ${newest}. Run the newer Pawstock that wrote it.`,
    );
  }
  return known.filter(({ version }) => version > current);
}

/** For a command that only reads: refuses a store that would have to be upgraded first. */
export function rejectOldSchema(current: number, known: readonly Migration[]): void {
  const newest = migrationsAfter(current, known).at(-1);
  if (newest === undefined) return;
  throw new SchemaError(
    current === 0
      ? 'There is no store in this database yet. "pawstock serve" creates one.'
      : `The store has schema ${current}, and this Pawstock needs schema ${newest.version}. Make a backup, then start the service: "pawstock serve" upgrades the store.`,
  );
}
