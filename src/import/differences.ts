import { type Item, type PetId, petIdAfter } from '../domain/item.ts';
import { type Details, detailFields, noDetails } from '../domain/pet-details.ts';
import type { ImportFile } from './import-file.ts';
import type { ImportFault, ImportRow } from './row.ts';

type Level = Pick<Item, 'quantity' | 'status'>;

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
  find: (petId: PetId) => Level | undefined,
  knownDetails: ReadonlyMap<PetId, Details>,
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
};

/**
 * Finds the pet of each row of an import file. A row is faulty if its barcode belongs to another
 * pet, and the file does not give that pet a new barcode. `highestPetId` is undefined if there are
 * no pets.
 */
export function matchWithStock(
  file: ImportFile,
  details: ReadonlyMap<PetId, Details>,
  highestPetId: PetId | undefined,
): MatchedFile {
  const { rows, faults } = identifyPets(file, details, highestPetId);
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
  };
}

/**
 * Finds the pet of each row by ID, or else by barcode. A row without an ID adds a pet if no pet has
 * its barcode.
 */
function identifyPets(file: ImportFile, details: ReadonlyMap<PetId, Details>, highestPetId = 0n) {
  const rows: PetRow[] = [];
  const faults: ImportFault[] = [];
  const holders = new Map([...details].map(([petId, { barcode }]) => [barcode, petId]));
  let highest = highestPetId;
  for (const row of file.rows) {
    const petId = row.petId ?? holders.get(row.barcode) ?? petIdAfter(highest);
    if (petId === undefined) {
      const problem = { code: 'noFreeId', petId: highest, text: `${row.barcode}` } as const;
      faults.push({ line: row.line, problem, kind: 'row' });
      continue;
    }
    if (petId > highest) highest = petId;
    rows.push({ ...row, petId });
  }
  return { rows, faults };
}
