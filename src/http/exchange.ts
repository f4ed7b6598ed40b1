/** A request and its answer, as little as the router needs of them: no runtime's own objects, which cost more than our work. */

export interface Asked {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** What follows the question mark; undefined where there is none. */
  readonly query: string | undefined;
  /** By their names in lower case. A header that was sent several times is one list. */
  readonly headers: ReadonlyMap<string, string>;
  /** The whole body. Throws `body_too_large` past the limit, `invalid_request` where it is cut off or malformed. */
  body(bytesMax: number): Uint8Array | Promise<Uint8Array>;
}

/** What leaves together, in one part or in several. */
export type AnswerPiece = Uint8Array | readonly Uint8Array[];

/** Sent piece by piece, each taken when the reader has room for it. */
export type AnswerStream = {
  readonly pieces: Iterable<AnswerPiece> | AsyncIterable<AnswerPiece>;
  /** Where it is known beforehand. */
  readonly length?: number;
  /** Called when the reader has gone before the end. */
  readonly cancel?: () => void;
};

export type Answer = {
  readonly status: number;
  /** Names in lower case. Length, date and the keeping of the connection are the server's own business. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AnswerStream | null;
};

/** Answers every request there can be, and never throws. */
export type Respond = (asked: Asked) => Answer | Promise<Answer>;
