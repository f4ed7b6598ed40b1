import type { Input, Operation, Output, Seen } from './history.ts';

/** What one pet may have. A write whose answer shows no version leaves it open until a read tells; it is after `since`. */
type Level = { readonly quantity: number; readonly version: number | null; readonly since: number };

/** The inventory as one caller at a time would find it. It never changes: an operation that changes something makes a new one. */
export type Inventory = { readonly levels: ReadonlyMap<number, Level>; readonly lastSeq: number };

export function inventoryOf(pets: readonly Seen[]): Inventory {
  const levels = new Map(
    pets.map(({ petId, quantity, version = null }) => [petId, { quantity, version, since: version ?? 0 }]),
  );
  return { levels, lastSeq: Math.max(0, ...pets.map(({ version }) => version ?? 0)) };
}

/**
 * The inventory after an operation with this answer, or undefined where there could be no such answer. The very same
 * inventory comes back where nothing was changed and nothing learned. An unanswered operation is taken to have had its
 * effect.
 */
export function step(now: Inventory, { input, output }: Pick<Operation, 'input' | 'output'>): Inventory | undefined {
  if (input.kind === 'list') return output === undefined ? now : seen(now, levelsIn(output));
  if (input.kind === 'batch') {
    const told = output === undefined ? [] : levelsIn(output);
    return input.rows.reduce<Inventory | undefined>((next, { petId, quantity }) => {
      const level = told.find((candidate) => candidate.petId === petId);
      const fits = output === undefined || level?.quantity === quantity;
      return next !== undefined && fits ? written(next, petId, quantity, level?.version ?? null) : undefined;
    }, now);
  }
  const level = now.levels.get(input.petId);
  if (level === undefined) return undefined;
  if (input.kind === 'get') return output === undefined ? now : seen(now, levelsIn(output));
  if (output?.result === 'mismatch') return mismatched(now, input, output.version);
  const after = quantityAfter(input, level);
  if (output?.result === 'insufficient') return after < 0 ? now : undefined;
  if (after < 0) return undefined;
  const matching = input.kind === 'setIf' ? bound(now, input.petId, input.version) : now;
  if (matching === undefined || output === undefined) return matching && written(matching, input.petId, after, null);
  const [answer] = output.levels;
  if (answer?.quantity !== after) return undefined;
  return written(matching, input.petId, after, answer.version ?? null);
}

function quantityAfter(input: Exclude<Input, { kind: 'get' | 'list' | 'batch' }>, level: Level): number {
  return input.kind === 'adjust' ? level.quantity + input.delta : input.quantity;
}

function mismatched(now: Inventory, input: Input, version: number | null): Inventory | undefined {
  if (input.kind !== 'setIf' || version === null || version === input.version) return undefined;
  return bound(now, input.petId, version);
}

function levelsIn(output: Output): readonly Seen[] {
  return output.result === 'done' ? output.levels : [];
}

function seen(now: Inventory, levels: readonly Seen[]): Inventory | undefined {
  let next: Inventory | undefined = now;
  for (const { petId, quantity, version = null } of levels) {
    if (next?.levels.get(petId)?.quantity !== quantity) return undefined;
    if (version !== null) next = bound(next, petId, version);
  }
  return next;
}

/** With the pet at this version, which is learned where it was open. */
function bound(now: Inventory, petId: number, version: number): Inventory | undefined {
  const level = now.levels.get(petId);
  if (level === undefined) return undefined;
  if (level.version !== null) return level.version === version ? now : undefined;
  if (version <= level.since) return undefined;
  return { ...now, levels: new Map(now.levels).set(petId, { ...level, version }) };
}

/**
 * Versions are sequences of one ledger: whichever pet is written, they only grow. An open one is held against its own
 * pet's alone, so that it makes no difference when, among writes to other pets, an unanswered write is taken to happen.
 */
function written(now: Inventory, petId: number, quantity: number, version: number | null): Inventory | undefined {
  const before = now.levels.get(petId);
  const since = before?.version ?? before?.since ?? 0;
  if (version !== null && version <= Math.max(since, now.lastSeq)) return undefined;
  const after = { quantity, version, since: version ?? since };
  return { lastSeq: version ?? now.lastSeq, levels: new Map(now.levels).set(petId, after) };
}

/** Whether an answer tells of a version that has passed for good. */
export function isPast(now: Inventory, { input, output }: Operation): boolean {
  if (input.kind === 'list' || input.kind === 'batch' || output === undefined) return false;
  const { version: current, since } = now.levels.get(input.petId) ?? { version: null, since: 0 };
  const passed = (version: number | null | undefined) =>
    typeof version === 'number' && (current === null ? version <= since : version < current);
  if (output.result === 'mismatch') return passed(output.version);
  if (output.result !== 'done') return false;
  const version = output.levels[0]?.version;
  if (input.kind === 'get') return passed(version);
  if (input.kind === 'setIf' && passed(input.version)) return true;
  return typeof version === 'number' && version <= Math.max(now.lastSeq, current ?? since);
}

/** Equal for inventories that cannot be told apart. */
export function nameOf({ levels, lastSeq }: Inventory): string {
  let name = String(lastSeq);
  for (const [petId, { quantity, version, since }] of levels) name += ` ${petId}:${quantity}@${version ?? `>${since}`}`;
  return name;
}
