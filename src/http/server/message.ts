/** The request and response that handlers see: as little of Node's own objects as they need. */

export interface HttpRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** What follows the question mark; undefined where there is none. */
  readonly query: string | undefined;
  /** By lower-case name. A header that was sent several times is one comma-separated list. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether the header was sent more than once. */
  isRepeated(name: string): boolean;
  /** Whether all of the body has arrived. */
  readonly complete: boolean;
  /** Whether the client has gone, so that no response reaches it. */
  readonly aborted: boolean;
  /** The whole body. Rejects with a ProtocolError if it is too large, cut off, malformed or too slow. */
  body(bytesMax: number): Uint8Array | Promise<Uint8Array>;
}

/** Buffers that are written together. */
type BodyChunk = Uint8Array | readonly Uint8Array[];

/** A body that is sent chunk by chunk, each taken when the client has room for it. */
export type BodyStream = {
  readonly chunks: Iterable<BodyChunk> | AsyncIterable<BodyChunk>;
  /** The length in bytes, where it is known beforehand. */
  readonly length?: number;
  /**
   * What stays in memory until the body is sent, counted once for all responses that share it. An empty list says that
   * nothing does but the chunk that is being sent, which is counted then.
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

/** Answers every request and never throws. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

export type ProtocolErrorCode =
  | 'invalid_request'
  | 'request_timeout'
  | 'body_too_large'
  | 'uri_too_long'
  | 'headers_too_large'
  | 'overloaded';

/** A fault of the HTTP message itself, found before or while the body is read. What follows it cannot be trusted. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ProtocolErrorCode;
  readonly headers: Readonly<Record<string, string>> = { connection: 'close' };

  constructor(code: ProtocolErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function malformed(message: string): ProtocolError {
  return new ProtocolError('invalid_request', message);
}
