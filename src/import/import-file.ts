import { asQuantity, isPetStatus, petStatuses, quantityRule } from '../domain/item.ts';
import { asPetId } from '../domain/pet-id.ts';
import type { Command } from '../domain/write.ts';
import { rowsIn } from './rows.ts';

/** Reads stock levels from a file, for the command and for the dashboard. Every fault names its line. */

export type ImportFile = { readonly commands: readonly Command[]; readonly faults: readonly string[] };

export function readImportFile(text: string): ImportFile {
  const commands: Command[] = [];
  const faults: string[] = [];
  const lineOf = new Map<bigint, number>();
  for (const row of rowsIn(text.replace(/^\uFEFF/, ''))) {
    if ('fault' in row) {
      faults.push(`line ${row.line}: ${row.fault}`);
      continue;
    }
    const { line } = row;
    const petId = typeof row.petId === 'bigint' ? asPetId(row.petId) : undefined;
    const quantity = typeof row.quantity === 'bigint' ? asQuantity(row.quantity) : undefined;
    const earlier = petId === undefined ? undefined : lineOf.get(petId);
    if (petId !== undefined && earlier === undefined) lineOf.set(petId, line);
    if (petId === undefined) faults.push(`line ${line}: petId must be a 64-bit integer`);
    else if (earlier !== undefined) faults.push(`line ${line}: petId ${petId} is on line ${earlier} already`);
    if (quantity === undefined) faults.push(`line ${line}: quantity must be ${quantityRule}`);
    if (!isPetStatus(row.status)) faults.push(`line ${line}: status must be one of ${petStatuses.join(', ')}`);
    else if (petId !== undefined && quantity !== undefined) {
      const { status } = row;
      commands.push({ kind: 'import', petId, quantity, status, expected: null, reason: null, note: null });
    }
  }
  return { commands, faults };
}
