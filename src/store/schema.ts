import { readdirSync, readFileSync } from 'node:fs';

/** Schemas are numbered, and each engine has a folder with the SQL that leads from one to the next. */
export type Migration = { readonly version: number; readonly sql: string };

export function migrationsIn(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => ({
    version: Number.parseInt(name, 10),
    sql: readFileSync(new URL(name, folder), 'utf8'),
  }));
}

/** The store is there, but not one that this code may use. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** The migrations that a store has yet to go through; refuses one that is ahead of this code. */
export function migrationsAfter(current: number, known: readonly Migration[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new SchemaError(
      `The store has schema ${current}, and this Pawstock knows schemas up to ${newest}. Run the newer Pawstock that wrote it.`,
    );
  }
  return known.filter(({ version }) => version > current);
}
