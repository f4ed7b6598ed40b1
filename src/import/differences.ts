import type { Item, PetId } from '../domain/item.ts';
import { type Details, detailFields, noDetails } from '../domain/pet-details.ts';
import type { ImportFile } from './import-file.ts';
import { type ImportFault, type ImportRow, quoted } from './row.ts';

type Level = Pick<Item, 'quantity' | 'status'>;

/** What an import does to one pet. */
export type Difference = {
  readonly petId: PetId;
  /** undefined for a new pet. */
  readonly before: Level | undefined;
  readonly after: Level;
  /** The details that change. */
  readonly details: { readonly [Field in keyof Details]?: Change<Details[Field]> };
};

type Change<T> = { readonly before: T; readonly after: T };

/** Compares a file with the stock. The rules are the same as those of `decide` for an import. */
export function compareWithStock(
  rows: readonly ImportRow[],
  find: (petId: PetId) => Level | undefined,
  detailsOf: (petId: PetId) => Details | undefined,
) {
  const added: Difference[] = [];
  const replaced: Difference[] = [];
  /** Pets whose details alone change. They count as unchanged. */
  const described: Difference[] = [];
  let unchanged = 0;
  for (const row of rows) {
    const { petId, quantity, status } = row;
    const before = find(petId);
    const after = { quantity, status: status ?? before?.status ?? 'available' };
    const known = detailsOf(petId) ?? noDetails;
    const changed = detailFields.filter((field) => row[field] !== null && row[field] !== known[field]);
    const details = Object.fromEntries(changed.map((field) => [field, { before: known[field], after: row[field] }]));
    const difference = { petId, before, after, details };
    if (before === undefined) added.push(difference);
    else if (before.quantity !== quantity || before.status !== after.status) replaced.push(difference);
    else {
      unchanged++;
      if (changed.length > 0) described.push(difference);
    }
  }
  return { added, replaced, described, unchanged };
}

/** A file in which no barcode conflicts with that of another pet. */
export type CheckedFile = ImportFile & {
  /** Pets that lose their barcode to another pet of the file. They lose it first, so that pets can exchange barcodes. */
  readonly freed: readonly PetId[];
};

/** Moves rows to the faults if another pet has their barcode and keeps it. */
export function checkBarcodes(file: ImportFile, details: ReadonlyMap<PetId, Details>): CheckedFile {
  const given = file.rows.filter(({ barcode }) => barcode !== null);
  const takers = new Map(given.map(({ petId, barcode }) => [barcode, petId]));
  const wanted = new Map(given.map(({ petId, barcode }) => [petId, barcode]));
  const held = [...details].filter(([, { barcode }]) => barcode !== null);
  const kept = held.filter(([petId, { barcode }]) => (wanted.get(petId) ?? barcode) === barcode);
  const faults: ImportFault[] = [];
  const leftOut = new Set<PetId>();
  for (const [holder, { barcode }] of kept) {
    const taker = takers.get(barcode);
    if (taker === undefined || taker === holder) continue;
    const message = `pet ${holder} has the barcode ${quoted(`${barcode}`)} already`;
    faults.push({ line: file.lines.get(taker) ?? null, message, kind: 'row' });
    leftOut.add(taker);
    // The pet of a row that is left out keeps its own barcode, so another row may not take it.
    kept.push([taker, details.get(taker) ?? noDetails]);
  }
  const freed = held.filter(([petId, { barcode }]) => {
    const taker = takers.get(barcode) ?? petId;
    return taker !== petId && !leftOut.has(taker);
  });
  return {
    ...file,
    rows: file.rows.filter(({ petId }) => !leftOut.has(petId)),
    faults: [...file.faults, ...faults].sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    freed: freed.map(([petId]) => petId),
  };
}
