import type { Plan, Row } from './plan.ts';

/** One row on its way. Once sent, version and key stay, so that sending it again cannot change it twice. */
export type Sending = {
  readonly row: Row;
  version: number | undefined;
  idempotencyKey: string | undefined;
};

/** What is written with one call, or, for what each needs a call of its own, in one go. */
export type Piece = {
  readonly kind: 'quantities' | 'entries';
  /** Those that are not settled yet. */
  rows: Sending[];
  idempotencyKey: string | undefined;
};

/** The service takes up to 1,000. With fewer one sees sooner how it goes, and less is in doubt where one fails. */
const batchRows = 250;
const entriesAtOnce = 50;

/** Changes of quantity alone go in batches. New pets and changes of status are written one by one. */
export function piecesOf({ added, changed }: Plan): Piece[] {
  const entries = [...added, ...changed.filter(({ status, before }) => status !== before?.status)];
  const quantities = changed.filter(({ status, before }) => status === before?.status);
  return [...cut('entries', entries, entriesAtOnce), ...cut('quantities', quantities, batchRows)];
}

function cut(kind: Piece['kind'], rows: readonly Row[], size: number): Piece[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => ({
    kind,
    rows: rows
      .slice(index * size, (index + 1) * size)
      .map((row) => ({ row, version: undefined, idempotencyKey: undefined })),
    idempotencyKey: undefined,
  }));
}
