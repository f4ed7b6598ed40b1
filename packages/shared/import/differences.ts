import { barcodeKey } from '../barcode.ts';
import { type PetId, petIdAfter } from '../item.ts';
import { type Details, detailFields, noDetails } from '../pet-details.ts';
import { applyIntent, type Intent } from './file-kind.ts';
import type { ImportFile } from './import-file.ts';
import type { KnownStock, Level, PetRow } from './known-stock.ts';
import type { ImportFault } from './row.ts';
import { valueFrom } from './values.ts';

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
  /** The IDs that programs which read numbers as JavaScript does would round. */
  readonly largeIds: readonly PetId[];
  /** How many pets keep their name, though the file has another one. */
  readonly namesKept: number;
};

/**
 * Finds the pet of each row of an import file. A row is faulty if its barcode belongs to another
 * pet, and the file does not give that pet a new barcode.
 */
export function matchWithStock(file: ImportFile, stock: KnownStock, intent: Intent): MatchedFile {
  const { details } = stock;
  const { rows, faults, codesLikeIds } = identifyPets(file, stock);
  const given = rows.filter(({ barcode }) => barcode !== null);
  const takers = new Map(given.map((row) => [keyOf(row), row]));
  const wanted = new Map(given.map((row) => [row.petId, keyOf(row)]));
  const held = [...details].filter(([, { barcode }]) => barcode !== null);
  const kept = held.filter(
    ([petId, known]) => (wanted.get(petId) ?? keyOf(known)) === keyOf(known),
  );
  const leftOut = new Set<PetId>();
  for (const [holder, known] of kept) {
    const { barcode } = known;
    const taker = takers.get(keyOf(known));
    if (taker === undefined || taker.petId === holder) continue;
    const problem = { code: 'barcodeTaken', petId: holder, text: `${barcode}` } as const;
    faults.push({ line: taker.line, problem, kind: 'row' });
    leftOut.add(taker.petId);
    // A row that is left out does not change its pet's barcode, so no other row may use that
    // barcode.
    kept.push([taker.petId, details.get(taker.petId) ?? noDetails]);
  }
  const freed = held.filter(([petId, known]) => {
    const taker = takers.get(keyOf(known))?.petId ?? petId;
    return taker !== petId && !leftOut.has(taker);
  });
  const matched = rows.filter(({ petId }) => !leftOut.has(petId));
  const applied = applyIntent(matched, stock, intent);
  const allFaults = [...file.faults, ...faults, ...applied.faults];
  return {
    ...file,
    rows: applied.rows,
    faults: allFaults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    namesKept: applied.namesKept,
    freed: freed.map(([petId]) => petId),
    codesLikeIds,
    largeIds: applied.rows.map(({ petId }) => petId).filter((petId) => !isSafe(petId)),
  };
}

function isSafe(petId: PetId): boolean {
  return Number.isSafeInteger(Number(petId));
}

/**
 * Finds the pet of each row by ID, or else by barcode, or else by article code. A row without an ID
 * adds a pet if no pet has its codes.
 */
function identifyPets(file: ImportFile, { find, details, highestPetId }: KnownStock) {
  const rows: PetRow[] = [];
  const faults: ImportFault[] = [];
  const codesLikeIds: string[] = [];
  const holders = new Map([...details].map(([petId, known]) => [keyOf(known), petId]));
  const holderOf = (code: string | null) =>
    code === null ? undefined : holders.get(barcodeKey(code));
  let highest = highestPetId;
  for (const row of file.rows) {
    const holder = holderOf(row.barcode) ?? holderOf(row.articleCode);
    const petId = row.petId ?? holder ?? petIdAfter(highest);
    if (petId === undefined) {
      const problem = { code: 'noFreeId', petId: highest ?? 0n, text: `${row.barcode}` } as const;
      faults.push({ line: row.line, problem, kind: 'row' });
      continue;
    }
    if (highest === null || petId > highest) highest = petId;
    const sameId = row.petId === null ? petIdIn(row.barcode ?? '') : undefined;
    if (sameId !== undefined && sameId !== petId && find(sameId) !== undefined)
      codesLikeIds.push(`${row.barcode}`);
    const known = details.get(petId)?.barcode ?? null;
    // The pet's barcode stays as it is written if the file has the same GTIN with other zeros.
    const isSame = known !== null && row.barcode !== null && barcodeKey(known) === keyOf(row);
    rows.push({ ...row, petId, barcode: isSame ? known : row.barcode });
  }
  return { rows, faults, codesLikeIds };
}

/** The form of a barcode in which it is compared; null if there is none. */
function keyOf({ barcode }: Pick<Details, 'barcode'>): string | null {
  return barcode === null ? null : barcodeKey(barcode);
}

/** The pet ID that a code would be in a column of IDs; undefined if it is none. */
function petIdIn(code: string): PetId | undefined {
  const petId = valueFrom('petId', code, {});
  return typeof petId === 'bigint' ? petId : undefined;
}
