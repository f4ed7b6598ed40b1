/** Buffers that are written together. */
type BodyChunk = Uint8Array | readonly Uint8Array[];

/** A body that is sent chunk by chunk, each taken when the client has room for it. */
export type BodyStream = {
  readonly chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>;
  /** The length in bytes, where it is known beforehand. */
  readonly length?: number;
  /**
   * What stays in memory until the body is sent, counted once for all responses that share it. If the list is empty,
   * only the chunk that is being sent counts.
   */
  readonly retained: readonly Retained[];
  /** Called exactly once: when the last byte is sent, or the client has gone. */
  readonly onClose?: () => void;
};

export type Retained = { readonly byteLength: number };

export type HttpResponse = {
  readonly status: number;
  /** Names in lower case. Content-Length, Date and Keep-Alive are added by the server. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | BodyStream | null;
};
