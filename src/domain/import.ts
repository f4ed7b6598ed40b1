import type { PetStatus } from './item.ts';
import type { PetId } from './pet-id.ts';
import type { Command, Outcome, Write } from './write.ts';

type ImportedItem = {
  readonly petId: PetId;
  readonly quantity: number;
  readonly status: PetStatus | null;
  readonly name?: string | null;
};

export function toImportCommand({ petId, quantity, status, name }: ImportedItem): Command {
  return { kind: 'import', petId, quantity, status, name: name ?? undefined, expected: null, reason: null, note: null };
}

/** A row of an import as a write of its own, without a key and without a request. */
export const importOf = (command: Command): Write => ({
  commands: [command],
  key: null,
  requestId: null,
  requireVersion: false,
  batch: false,
  idempotency: null,
});

/** What came of one row. Rows cannot be refused: they add the pet or replace it. */
export function importOutcome(outcome: Outcome): 'added' | 'replaced' | 'unchanged' {
  if (outcome.result !== 'applied') throw new Error('a row of an import was not applied');
  const [entry] = outcome.entries;
  if (entry === undefined) return 'unchanged';
  return entry.before === null ? 'added' : 'replaced';
}
