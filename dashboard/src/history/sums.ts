import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { formatCompact } from '../messages/format.ts';

export const sumNames = ['sale', 'arrival', 'return', 'damage', 'other'] as const;
type SumName = (typeof sumNames)[number];

export function sumNameOf({ reason }: LedgerEntry): SumName {
  return sumNames.find((name) => name === reason) ?? 'other';
}

/** Sold and damaged units are shown without a minus: "Sold −3" would be read as the opposite. */
export function unitsOf(name: SumName, entries: readonly LedgerEntry[] = []): string {
  const sum = entries.reduce((units, { delta }) => units + BigInt(delta), 0n);
  const units = name === 'sale' || name === 'damage' ? -sum : sum;
  if (units < 0n) return `−${formatCompact(-units)}`;
  return `${name === 'other' && units > 0n ? '+' : ''}${formatCompact(units)}`;
}
