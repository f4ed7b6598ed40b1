/** What clients did and what they were told, as a checker needs it. */

export type Input =
  | { readonly kind: 'set'; readonly petId: number; readonly quantity: number }
  /** A set with If-Match. */
  | { readonly kind: 'setIf'; readonly petId: number; readonly quantity: number; readonly version: number }
  | { readonly kind: 'adjust'; readonly petId: number; readonly delta: number }
  | { readonly kind: 'batch'; readonly rows: readonly Seen[] }
  | { readonly kind: 'get'; readonly petId: number }
  | { readonly kind: 'list' };

/** A level as an answer shows it. Lists and batches show no versions. */
export type Seen = { readonly petId: number; readonly quantity: number; readonly version?: number | null };

export type Output =
  | { readonly result: 'done'; readonly levels: readonly Seen[] }
  /** 412, with the version that there was. */
  | { readonly result: 'mismatch'; readonly version: number | null }
  /** 409. */
  | { readonly result: 'insufficient' };

export type Operation = {
  readonly client: number;
  readonly requestId: string;
  readonly input: Input;
  /** Moments are counted, not measured: all clients share one thread, so a count has their true order. */
  readonly calledAt: number;
  /** Infinity where no answer came: then it happened at any time since, or not at all. */
  readonly returnedAt: number;
  readonly output: Output | undefined;
};

/** The pets that an operation names; undefined for all. */
export function petsIn(input: Input): readonly number[] | undefined {
  if (input.kind === 'list') return undefined;
  return input.kind === 'batch' ? input.rows.map(({ petId }) => petId) : [input.petId];
}

/** Whether it changed something, or may have. */
export function changes({ input, output }: Operation): boolean {
  return input.kind !== 'get' && input.kind !== 'list' && (output === undefined || output.result === 'done');
}

/** One pet's part of a history: a list becomes a look at it, a batch its own row. */
export function historyOf(petId: number, history: readonly Operation[]): Operation[] {
  return history.flatMap((operation) => {
    const { input, output } = operation;
    if (petsIn(input)?.includes(petId) === false) return [];
    const levels = output?.result === 'done' ? output.levels.filter((level) => level.petId === petId) : [];
    const own = output?.result === 'done' ? { result: 'done' as const, levels } : output;
    if (input.kind === 'list') return [{ ...operation, input: { kind: 'get', petId }, output: own }];
    if (input.kind !== 'batch') return [operation];
    const rows = input.rows.filter((row) => row.petId === petId);
    return [{ ...operation, input: { kind: 'batch', rows }, output: own }];
  });
}

export function describe({ client, input, output, calledAt, returnedAt }: Operation): string {
  return `[${calledAt}, ${returnedAt}] client ${client}: ${JSON.stringify(input)} → ${JSON.stringify(output) ?? 'unanswered'}`;
}
