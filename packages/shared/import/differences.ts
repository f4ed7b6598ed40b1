import { type Item, type PetId, petIdAfter } from '../item.ts';
import { type Details, detailFields, noDetails } from '../pet-details.ts';
import type { ImportFile } from './import-file.ts';
import type { ImportFault, ImportRow } from './row.ts';
import { valueFrom } from './values.ts';

type Level = Pick<Item, 'quantity' | 'status'>;

/** What an import needs to know of the stock. */
export type KnownStock = {
  readonly find: (petId: PetId) => Level | undefined;
  readonly details: ReadonlyMap<PetId, Details>;
  /** undefined if there are no pets. */
  readonly highestPetId: PetId | undefined;
};

/** What an import changes in one pet. */
export type Difference = {
  readonly petId: PetId;
  /** The quantity and status before the import; undefined for a new pet. */
  readonly before: Level | undefined;
  readonly after: Level;
  readonly details: { readonly [Field in keyof Details]?: Change<Details[Field]> };
};

export type Change<T> = { readonly before: T; readonly after: T };

/** Compares the rows of an import file with the stock, to show what an import would change. */
export function compareWithStock(
  rows: readonly PetRow[],
  { find, details: knownDetails }: KnownStock,
) {
  const added: Difference[] = [];
  const replaced: Difference[] = [];
  /** Pets whose details change, but not their quantity or status. */
  const described: Difference[] = [];
  for (const row of rows) {
    const { petId, quantity, status } = row;
    const before = find(petId);
    const after = { quantity, status: status ?? before?.status ?? 'available' };
    const known = knownDetails.get(petId) ?? noDetails;
    const changed = detailFields.filter(
      (field) => row[field] !== null && row[field] !== known[field],
    );
    const details = Object.fromEntries(
      changed.map((field) => [field, { before: known[field], after: row[field] }]),
    );
    const difference = { petId, before, after, details };
    if (before === undefined) added.push(difference);
    else if (before.quantity !== quantity || before.status !== after.status)
      replaced.push(difference);
    else if (changed.length > 0) described.push(difference);
  }
  return { added, replaced, described };
}

/** A row of an import file whose petId is known. */
export type PetRow = ImportRow & { readonly petId: PetId };

/**
 * An import file with the pet of each row. No row has a barcode that another pet keeps after the
 * import.
 */
export type MatchedFile = Omit<ImportFile, 'rows'> & {
  readonly rows: readonly PetRow[];
  /**
   * Pets whose barcode the file gives to another pet. The import first clears these barcodes, so
   * two pets can swap.
   */
  readonly freed: readonly PetId[];
  /** Codes that were read as barcodes, and that are also IDs of other pets in stock. */
  readonly codesLikeIds: readonly string[];
};

/**
 * Finds the pet of each row of an import file. A row is faulty if its barcode belongs to another
 * pet, and the file does not give that pet a new barcode.
 */
export function matchWithStock(file: ImportFile, stock: KnownStock): MatchedFile {
  const { details } = stock;
  const { rows, faults, codesLikeIds } = identifyPets(file, stock);
  const given = rows.filter(({ barcode }) => barcode !== null);
  const takers = new Map(given.map((row) => [row.barcode, row]));
  const wanted = new Map(given.map(({ petId, barcode }) => [petId, barcode]));
  const held = [...details].filter(([, { barcode }]) => barcode !== null);
  const kept = held.filter(([petId, { barcode }]) => (wanted.get(petId) ?? barcode) === barcode);
  const leftOut = new Set<PetId>();
  for (const [holder, { barcode }] of kept) {
    const taker = takers.get(barcode);
    if (taker === undefined || taker.petId === holder) continue;
    const problem = { code: 'barcodeTaken', petId: holder, text: `${barcode}` } as const;
    faults.push({ line: taker.line, problem, kind: 'row' });
    leftOut.add(taker.petId);
    // A row that is left out does not change its pet's barcode, so no other row may use that
    // barcode.
    kept.push([taker.petId, details.get(taker.petId) ?? noDetails]);
  }
  const freed = held.filter(([petId, { barcode }]) => {
    const taker = takers.get(barcode)?.petId ?? petId;
    return taker !== petId && !leftOut.has(taker);
  });
  return {
    ...file,
    rows: rows.filter(({ petId }) => !leftOut.has(petId)),
    faults: [...file.faults, ...faults].sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    freed: freed.map(([petId]) => petId),
    codesLikeIds,
  };
}

/**
 * Finds the pet of each row by ID, or else by barcode, or else by article code. A row without an ID
 * adds a pet if no pet has its codes.
 */
function identifyPets(file: ImportFile, { find, details, highestPetId = 0n }: KnownStock) {
  const rows: PetRow[] = [];
  const faults: ImportFault[] = [];
  const codesLikeIds: string[] = [];
  const holders = new Map([...details].map(([petId, { barcode }]) => [barcode, petId]));
  const holderOf = (code: string | null) => (code === null ? undefined : holders.get(code));
  let highest = highestPetId;
  for (const row of file.rows) {
    const holder = holderOf(row.barcode) ?? holderOf(row.articleCode);
    const petId = row.petId ?? holder ?? petIdAfter(highest);
    if (petId === undefined) {
      const problem = { code: 'noFreeId', petId: highest, text: `${row.barcode}` } as const;
      faults.push({ line: row.line, problem, kind: 'row' });
      continue;
    }
    if (petId > highest) highest = petId;
    const sameId = row.petId === null ? petIdIn(row.barcode ?? '') : undefined;
    if (sameId !== undefined && sameId !== petId && find(sameId) !== undefined)
      codesLikeIds.push(`${row.barcode}`);
    rows.push({ ...row, petId });
  }
  return { rows, faults, codesLikeIds };
}

/** The pet ID that a code would be in a column of IDs; undefined if it is none. */
function petIdIn(code: string): PetId | undefined {
  const petId = valueFrom('petId', code, {});
  return typeof petId === 'bigint' ? petId : undefined;
}
