/** What clients did and what they were told, as a checker needs it. */

export type Input =
  /** With a version in If-Match, or without one. */
  | { readonly kind: 'set'; readonly petId: number; readonly quantity: number; readonly version?: number | undefined }
  | { readonly kind: 'adjust'; readonly petId: number; readonly delta: number }
  | { readonly kind: 'batch'; readonly rows: readonly Seen[] }
  | { readonly kind: 'get'; readonly petId: number }
  | { readonly kind: 'list' };

/** A level as a response shows it. Lists and batches show no versions. */
export type Seen = { readonly petId: number; readonly quantity: number; readonly version?: number | null };

export type Output =
  /** `seq` is that of a list: the ledger's last at its moment. */
  | { readonly result: 'done'; readonly levels: readonly Seen[]; readonly seq?: number }
  /** 412, with the version that there was. */
  | { readonly result: 'mismatch'; readonly version: number | null }
  /** 409. */
  | { readonly result: 'insufficient' };

export type Operation = {
  readonly requestId: string;
  readonly input: Input;
  /** Moments are counted, not measured: all clients share one thread, so a count has their true order. */
  readonly calledAt: number;
  /** Infinity where no response came: then it happened at any time since, or not at all. */
  readonly returnedAt: number;
  readonly output: Output | undefined;
};
