import { changes, historyOf, type Operation, petsIn } from './history.ts';
import { type Inventory, step } from './inventory-model.ts';

/**
 * Which unanswered writes may have come before an answer that does not fit without them.
 *
 * They would be the ruin of a search, as each may come anywhere or not at all. But a write that no read shows could as
 * well come later, or be left out; so they matter only right before an answer that they make fit.
 */
export class Explanations {
  /** Writes that may or may not have happened, by call. */
  readonly unanswered: readonly Operation[];
  /** What the answers say of the quantity that a version had. */
  readonly #quantityAt: ReadonlyMap<string, number>;

  constructor(byCall: readonly Operation[]) {
    this.unanswered = byCall.filter((operation) => operation.output === undefined && changes(operation));
    if (this.unanswered.some(({ input }) => input.kind === 'batch'))
      throw new Error('an unanswered batch must be repeated until it is answered');
    const levels = byCall.flatMap(({ output }) => (output?.result === 'done' ? output.levels : []));
    this.#quantityAt = new Map(levels.map(({ petId, quantity, version }) => [`${petId}@${version}`, quantity]));
  }

  /**
   * Those among the possible ones that write a pet for which the answer does not fit, or fits only by what it tells of
   * a version. None, where there is a pet for which they cannot make it fit.
   */
  of(answer: Operation, now: Inventory, possible: readonly Operation[]): Operation[] {
    const found: Operation[] = [];
    for (const petId of petsIn(answer.input) ?? now.levels.keys()) {
      const [part] = historyOf(petId, [answer]);
      if (part === undefined || !isDoubtful(part, now)) continue;
      const writes = possible.filter(({ input }) => petsIn(input)?.includes(petId));
      const leading = leadingTo(this.#quantityBefore(petId, part), petId, now, writes);
      if (leading.length === 0 && step(now, part) === undefined) return [];
      // What was cut off has mostly happened at once, or never: so those that were called last go first.
      found.push(...leading.toReversed());
    }
    return found;
  }

  /** Which quantity the pet must have had for this answer, as far as that can be told. */
  #quantityBefore(petId: number, { input, output }: Operation): number | undefined {
    if (output?.result === 'mismatch') return this.#quantityAt.get(`${petId}@${output.version}`);
    const [level] = output?.result === 'done' ? output.levels : [];
    if (input.kind === 'get') return level?.quantity;
    if (input.kind === 'adjust' && level !== undefined) return level.quantity - input.delta;
    return input.kind === 'setIf' ? this.#quantityAt.get(`${petId}@${input.version}`) : undefined;
  }
}

function isDoubtful(part: Operation, now: Inventory): boolean {
  if (part.input.kind === 'set' || part.input.kind === 'batch') return false;
  const next = step(now, part);
  const looks = part.input.kind === 'get' || part.output?.result === 'mismatch';
  return next === undefined || (looks && next !== now);
}

/** Those among writes to one pet from which some of them can lead on to the quantity that is needed. */
function leadingTo(
  needed: number | undefined,
  petId: number,
  now: Inventory,
  writes: readonly Operation[],
): readonly Operation[] {
  if (needed === undefined) return writes;
  const quantity = now.levels.get(petId)?.quantity ?? 0;
  const sums = sumsOf(writes);
  const leading = writes.filter((write) => sums.has(needed - quantityAfter(write, quantity)));
  // What comes before a set is lost, but it may have made the version for which an If-Match asks.
  const lacksVersion = (write: Operation) => write.input.kind === 'setIf' && step(now, write) === undefined;
  return leading.some(lacksVersion) ? writes : leading;
}

function quantityAfter({ input }: Operation, before: number): number {
  if (input.kind === 'adjust') return before + input.delta;
  return 'quantity' in input ? input.quantity : before;
}

/** By how much any of the adjustments among them, none, some or all, would change a quantity. */
function sumsOf(writes: readonly Operation[]): Set<number> {
  const sums = new Set([0]);
  for (const { input } of writes) {
    if (input.kind === 'adjust') for (const sum of [...sums]) sums.add(sum + input.delta);
  }
  return sums;
}
