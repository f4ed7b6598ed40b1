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

/** A request as handlers see it, once its head was found to be well-formed. */
export type HttpRequest = {
  readonly method: string;
  /** The path of the URL, without the query, and percent-encoded as the client sent it. */
  readonly path: string;
  /** The query of the URL, without the question mark; undefined if there is none. */
  readonly query: string | undefined;
  readonly headers: RequestHeaders;
  /** Whether the client has disconnected, so that no response can reach it. */
  readonly aborted: boolean;
  /** Whether the whole body has arrived. */
  readonly complete: boolean;
  readonly isRepeated: (header: string) => boolean;
  /**
   * Reads the whole request body. Rejects with an HttpError if it is too large, cut off, malformed
   * or too slow.
   */
  readonly body: (bytesMax: number) => Promise<Uint8Array>;
};

/** The headers by lower-case name. The values of a repeated header are joined with commas. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** A function that responds to a request and never throws. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

export type HttpResponse = {
  readonly status: number;
  /** The headers by lower-case name. The server adds Content-Length, Date and Keep-Alive. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | BodyStream | null;
};
