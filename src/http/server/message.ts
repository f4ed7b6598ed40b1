/** A part of a response body: one buffer, or several that are written together. */
type BodyChunk = Uint8Array | readonly Uint8Array[];

/** A response body that is sent chunk by chunk. A chunk is made when the client has taken the one before. */
export type BodyStream = {
  readonly chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>;
  /** The length of the body in bytes, if it is known beforehand. */
  readonly length?: number;
  /**
   * The memory that is held until the body is sent. Memory that several responses share counts once. If this list is
   * empty, only the chunk that is being sent counts.
   */
  readonly retained: readonly Retained[];
  /** Called exactly once: when the last byte is sent, or the client has gone. */
  readonly onClose?: () => void;
};

export type Retained = { readonly byteLength: number };

export type HttpResponse = {
  readonly status: number;
  /** The headers by lower-case name. The server adds Content-Length, Date and Keep-Alive. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | BodyStream | null;
};
