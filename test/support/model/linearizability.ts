import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';

/** Checks a recorded history of requests and responses for linearizability. */

export type Input =
  /** A write of one quantity, with or without a version in If-Match. */
  | {
      readonly kind: 'set';
      readonly petId: number;
      readonly quantity: number;
      readonly version?: number | undefined;
    }
  | { readonly kind: 'adjust'; readonly petId: number; readonly delta: number }
  | { readonly kind: 'batch'; readonly rows: readonly Seen[] }
  | { readonly kind: 'get'; readonly petId: number }
  | { readonly kind: 'list' };

/** A pet's stock level in a response. Responses with several pets contain no versions. */
export type Seen = {
  readonly petId: number;
  readonly quantity: number;
  readonly version?: number | null;
};

export type Output =
  /**
   * The request succeeded. For a list of pets, `seq` is the sequence of the last ledger entry it
   * includes.
   */
  | { readonly result: 'done'; readonly levels: readonly Seen[]; readonly seq?: number }
  /** The service refused the write with 412, and returned the pet's current version. */
  | { readonly result: 'mismatch'; readonly version: number | null }
  /** The service refused the write with 409 for insufficient stock. */
  | { readonly result: 'insufficient' };

export type Operation = {
  readonly requestId: string;
  readonly input: Input;
  /**
   * A count, not a time. All clients run in one thread, so it gives the true order of requests and
   * responses.
   */
  readonly calledAt: number;
  /**
   * Infinity if no response arrived: the operation took effect at any later time, or not at all.
   */
  readonly returnedAt: number;
  readonly output: Output | undefined;
};

/** The stock levels of one pet, in the order of the ledger entries that caused them. */
type Levels = readonly { readonly seq: number; readonly quantity: number }[];

/**
 * Whether the ledger's order explains all responses: each operation must take effect at one
 * position of the ledger, between its call and its return. Returns a line for each operation that
 * does not fit. Each operation gets the earliest position that its response allows and that follows
 * all operations which had returned before its call. If that position does not fit, none does.
 */
export function violationsIn(
  history: readonly Operation[],
  ledger: readonly LedgerEntry[],
): string[] {
  const entriesOf = Map.groupBy(ledger, ({ requestId }) => requestId ?? '');
  const levelsOf = new Map(
    [...Map.groupBy(ledger, ({ petId }) => Number(petId))].map(
      ([petId, entries]): [number, Levels] => [
        petId,
        entries.map(({ seq, after }) => ({ seq, quantity: after ?? 0 })),
      ],
    ),
  );
  const levelsFor = (petId: number) => levelsOf.get(petId) ?? [];
  const levelAt = (petId: number, place: number) =>
    levelsFor(petId).findLast(({ seq }) => seq <= place);

  /**
   * Returns the first ledger position, not before `from`, at which `fits` accepts the pet's stock
   * level.
   */
  const placeOf = (petId: number, from: number, fits: (level: Levels[number]) => boolean) => {
    const levels = levelsFor(petId);
    const found = levels.find(
      (level, index) => fits(level) && (levels[index + 1]?.seq ?? Number.POSITIVE_INFINITY) > from,
    );
    return found && Math.max(found.seq, from);
  };

  /**
   * Returns a write's position in the ledger; undefined if the ledger contradicts the request or
   * the response.
   */
  const placeOfWrite = ({ requestId, input, output }: Operation, from: number) => {
    const entries = entriesOf.get(requestId) ?? [];
    const [first] = entries;
    const told = output?.result === 'done' ? output.levels : undefined;
    if (first === undefined) return told === undefined ? from : undefined;
    const isAsTold = entries.every(({ seq, after }, index) => {
      const { quantity = after, version } = told?.[index] ?? {};
      return quantity === after && (version ?? seq) === seq;
    });
    const before = 'petId' in input ? levelAt(input.petId, first.seq - 1) : undefined;
    const asked =
      input.kind === 'adjust' ? [(before?.quantity ?? 0) + input.delta] : quantitiesIn(input);
    const isAsAsked =
      entries.length === asked.length &&
      entries.every(({ after }, index) => after === asked[index]);
    const isOfVersion = input.kind !== 'set' || before?.seq === (input.version ?? before?.seq);
    return isAsTold && isAsAsked && isOfVersion && first.seq > from
      ? entries.at(-1)?.seq
      : undefined;
  };

  const placeOfRead = (
    petId: number,
    { quantity, version }: { quantity?: number; version?: number },
    from: number,
  ) =>
    placeOf(
      petId,
      from,
      (level) => level.seq === version && (quantity ?? level.quantity) === level.quantity,
    );

  const placeOfList = ({ levels, seq = 0 }: Extract<Output, { result: 'done' }>, from: number) =>
    seq >= from && levels.every(({ petId, quantity }) => levelAt(petId, seq)?.quantity === quantity)
      ? seq
      : undefined;

  const place = (operation: Operation, from: number): number | undefined => {
    const { input, output, requestId } = operation;
    if (input.kind === 'list' || input.kind === 'get') {
      if (output?.result !== 'done') return from;
      const [{ quantity = 0, version = 0 } = {}] = output.levels;
      return input.kind === 'list'
        ? placeOfList(output, from)
        : placeOfRead(input.petId, { quantity, version: version ?? 0 }, from);
    }
    if (output === undefined || output.result === 'done') return placeOfWrite(operation, from);
    if (entriesOf.has(requestId)) return undefined;
    if (input.kind === 'adjust')
      return placeOf(input.petId, from, ({ quantity }) => quantity + input.delta < 0);
    if (input.kind !== 'set' || output.result !== 'mismatch') return undefined;
    if (input.version === undefined || output.version === input.version) return undefined;
    return placeOfRead(input.petId, { version: output.version ?? 0 }, from);
  };

  const violations: string[] = [];
  const places = new Map<Operation, number>();
  let passed = 0;
  const moments = history.flatMap((operation) => [
    { at: operation.calledAt, operation, isReturn: false },
    { at: operation.returnedAt, operation, isReturn: true },
  ]);
  for (const { operation, isReturn } of moments.sort((a, b) => a.at - b.at)) {
    if (isReturn) passed = Math.max(passed, places.get(operation) ?? 0);
    else {
      const found = place(operation, passed);
      if (found === undefined)
        violations.push(`after entry ${passed}: ${JSON.stringify(operation)}`);
      else places.set(operation, found);
    }
  }
  return violations;
}

function quantitiesIn(input: Input): number[] {
  if (input.kind === 'batch') return input.rows.map(({ quantity }) => quantity);
  return 'quantity' in input ? [input.quantity] : [];
}
