import type { InventoryItem } from '../../../client/inventory-types.ts';
import type { Pet } from '../stock/pet.ts';

/** A row of the file, with the pet as it was when the preview was made; undefined if it is new. */
export type Row = InventoryItem & { readonly before: Pick<Pet, 'quantity' | 'status'> | undefined };

/** What importing a file would change. */
export type Plan = {
  readonly name: string;
  readonly added: readonly Row[];
  readonly changed: readonly Row[];
  readonly unchanged: number;
  /** Each names its line. A file with errors is not imported at all. */
  readonly errors: readonly string[];
};

/** A row to be written. Once sent, it keeps its version and key, so that a retry cannot apply it twice. */
export type PendingRow = {
  readonly row: Row;
  version: number | undefined;
  idempotencyKey: string | undefined;
};

/** Rows that are written together: quantities as one batch, entries with one request each. */
export type Chunk = {
  readonly kind: 'quantities' | 'entries';
  /** Those that are not settled yet. */
  rows: PendingRow[];
  idempotencyKey: string | undefined;
};

/** The service takes 1,000 rows per batch. Smaller ones show progress sooner and leave less in doubt after a failure. */
const batchRows = 250;
const entriesPerChunk = 50;

/** Rows that change the quantity alone go in batches. New pets and changes of status need a request each. */
export function chunksOf({ added, changed }: Plan): Chunk[] {
  const entries = [...added, ...changed.filter(({ status, before }) => status !== before?.status)];
  const quantities = changed.filter(({ status, before }) => status === before?.status);
  return [...split('entries', entries, entriesPerChunk), ...split('quantities', quantities, batchRows)];
}

function split(kind: Chunk['kind'], rows: readonly Row[], size: number): Chunk[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => ({
    kind,
    rows: rows
      .slice(index * size, (index + 1) * size)
      .map((row) => ({ row, version: undefined, idempotencyKey: undefined })),
    idempotencyKey: undefined,
  }));
}
