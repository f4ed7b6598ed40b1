/** A part of a response body: one buffer, or several buffers that are written together. */
type BodyChunk = Uint8Array | readonly Uint8Array[];

/**
 * A response body that is sent chunk by chunk. Each chunk is made after the client has read the
 * previous chunk.
 */
export type BodyStream = {
  readonly chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>;
  /** The length of the body in bytes, if it is known beforehand. */
  readonly length?: number;
  /**
   * The objects in memory that the response needs until its end. They count against the memory
   * limit of slow clients. If this list is empty, only the current chunk counts.
   */
  readonly retained: readonly Retained[];
  /** Called once: when the whole response has been sent, or when the client has disconnected. */
  readonly onClose?: () => void;
};

export type Retained = { readonly byteLength: number };

export type HttpResponse = {
  readonly status: number;
  /** The headers by lower-case name. The server adds Content-Length, Date and Keep-Alive. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | BodyStream | null;
};
