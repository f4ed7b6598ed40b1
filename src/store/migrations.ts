import { readdirSync, readFileSync } from 'node:fs';

/** Schemas are numbered. Each engine has a folder with the SQL that leads from one to the next. */
export type Migration = { readonly version: number; readonly sql: string };

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
