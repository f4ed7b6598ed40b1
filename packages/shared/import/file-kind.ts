import { asQuantity } from '../item.ts';
import type { Reason } from '../ledger-entry.ts';
import { type Details, noDetails } from '../pet-details.ts';
import type { KnownStock, PetRow } from './known-stock.ts';
import type { ImportFault } from './row.ts';

/**
 * What the quantities of an import file are: the stock as it is, a delivery that is added to the
 * stock, or the result of a count.
 */
export const fileKinds = ['stock', 'delivery', 'count'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The reason of the ledger entries. A list of the stock gives no reason for what it changes. */
export function reasonOf(kind: FileKind): Reason | undefined {
  if (kind === 'delivery') return 'arrival';
  return kind === 'count' ? 'count' : undefined;
}

/** What the user has said about a file as a whole. */
export type Intent = {
  readonly kind: FileKind;
  /** Whether the names in the file replace those of pets that have another name. */
  readonly updatesNames: boolean;
};

/**
 * Applies the intent of the import to its rows: each row then has the quantity and the name that
 * the pet will have.
 */
export function applyIntent(rows: readonly PetRow[], stock: KnownStock, intent: Intent) {
  const applied: PetRow[] = [];
  const faults: ImportFault[] = [];
  let namesKept = 0;
  for (const row of rows) {
    const { petId, line } = row;
    const known = intent.kind === 'delivery' ? (stock.find(petId)?.quantity ?? 0) : 0;
    const quantity = asQuantity(BigInt(known) + BigInt(row.quantity));
    if (quantity === undefined) {
      const text = String(row.quantity);
      faults.push({ line, problem: { code: 'tooLarge', field: 'quantity', text }, kind: 'row' });
      continue;
    }
    const keepsName = !intent.updatesNames && hasOtherName(row, stock.details.get(petId));
    if (keepsName) namesKept++;
    applied.push({ ...row, quantity, name: keepsName ? null : row.name });
  }
  return { rows: applied, faults, namesKept };
}

function hasOtherName({ name }: PetRow, known: Details = noDetails): boolean {
  return name !== null && known.name !== null && name !== known.name;
}
