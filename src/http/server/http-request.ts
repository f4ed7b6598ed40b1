import type { IncomingMessage } from 'node:http';
import type { Limits } from '../../limits.ts';
import { closing, HttpError } from '../errors.ts';
import type { HttpRequest, RequestHeaders } from './message.ts';

/**
 * If a request body has more chunks than this, they are joined, because many tiny chunks take far
 * more memory.
 */
const unjoinedChunksMax = 256;

export type BodyOptions = {
  readonly limits: Limits;
  /**
   * How many bytes of large request bodies are in memory. The first `bodyBytesMax` bytes of each
   * body do not count.
   */
  readonly largeBodies: { bytes: number };
};

/**
 * Node's type of the headers has a list for Set-Cookie, which requests do not have and no handler
 * reads. All other values are text.
 */
export const headersOf = (req: IncomingMessage) => req.headers as RequestHeaders;

/** A request that Node has parsed. */
export class IncomingRequest implements HttpRequest {
  readonly method: string;
  /** The path of the URL, without the query, and percent-encoded as the client sent it. */
  readonly path: string;
  /** The query of the URL, without the question mark; undefined if there is none. */
  readonly query: string | undefined;
  /** The headers by lower-case name. The values of a repeated header are joined with commas. */
  readonly headers: RequestHeaders;
  readonly #req: IncomingMessage;
  readonly #options: BodyOptions;
  #bodyError: Error | undefined;
  #rejectBody: ((error: Error) => void) | undefined;

  /** Throws an HttpError if the request line or the headers are too long or malformed. */
  constructor(req: IncomingMessage, options: BodyOptions) {
    const target = checkHead(req, options.limits);
    const mark = target.indexOf('?');
    this.method = req.method ?? '';
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? undefined : target.slice(mark + 1);
    this.headers = headersOf(req);
    this.#req = req;
    this.#options = options;
  }

  /** Whether the client has disconnected, so that no response can reach it. */
  get aborted(): boolean {
    return this.#req.socket.destroyed;
  }

  get complete(): boolean {
    return this.#req.complete;
  }

  isRepeated(name: string): boolean {
    return (this.#req.headersDistinct[name]?.length ?? 0) > 1;
  }

  /**
   * Whether the connection closes after this request, because of its headers, HTTP/1.0 or a large
   * unread body.
   */
  get isLast(): boolean {
    const { connection, upgrade } = this.headers;
    // After a request with "Upgrade", Node's parser drops all further bytes, so no request can
    // follow.
    if (this.#req.httpVersionMinor === 0 || upgrade !== undefined) return true;
    if (connection !== undefined && /\bclose\b/i.test(connection)) return true;
    return !this.#req.complete && this.#bodyBytes > this.#options.limits.unreadBytesMax;
  }

  /** The length of the request body according to its headers; infinite if the body is chunked. */
  get #bodyBytes(): number {
    const length = this.headers['content-length'];
    if (length !== undefined) return Number(length);
    return this.headers['transfer-encoding'] === undefined ? 0 : Number.POSITIVE_INFINITY;
  }

  /**
   * Reads the whole request body. Rejects with an HttpError if it is too large, cut off, malformed
   * or too slow.
   */
  async body(bytesMax: number): Promise<Uint8Array> {
    const announced = this.#bodyBytes;
    if (announced === 0) return new Uint8Array();
    if (Number.isFinite(announced) && announced > bytesMax) throw bodyTooLarge(bytesMax);
    if (this.#bodyError !== undefined) throw this.#bodyError;
    const { limits, largeBodies } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const req = this.#req;
    let chunks: Buffer[] = [];
    let [count, bytes, largeBytes] = [0, 0, 0];
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      largeBodies.bytes -= largeBytes;
      largeBytes = Math.max(0, bytes - limits.bodyBytesMax);
      largeBodies.bytes += largeBytes;
      if (bytes > bytesMax) reject(bodyTooLarge(bytesMax));
      else if (++count > limits.bodyChunksMax) reject(tooManyChunks);
      else if (largeBodies.bytes > limits.largeBodiesBytesMax) reject(tooManyBodies);
      else chunks.push(chunk);
      if (chunks.length > unjoinedChunksMax) chunks = [Buffer.concat(chunks)];
    });
    req.on('end', () => resolve(Buffer.concat(chunks)));
    req.on('close', () => reject(bodyCutOff));
    this.#rejectBody = reject;
    try {
      return await promise;
    } finally {
      // Without a `data` listener, Node drops the rest of a refused body, so that the client gets
      // the response.
      req.removeAllListeners('data');
      largeBodies.bytes -= largeBytes;
    }
  }

  /**
   * Makes the promise of `body()` reject with this error, unless the whole request body has
   * arrived.
   */
  failBody(error: Error): void {
    if (this.#req.complete) return;
    this.#bodyError = error;
    this.#rejectBody?.(error);
  }
}

function bodyTooLarge(bytesMax: number): HttpError {
  return new HttpError(
    'body_too_large',
    `The body is larger than ${bytesMax} bytes. Send less at a time.`,
    closing,
  );
}

const tooManyChunks = new HttpError(
  'invalid_request',
  'The body arrives in too many small pieces. Send larger chunks.',
  closing,
);

const bodyCutOff = new HttpError(
  'invalid_request',
  'The body ended before it was complete. Send all of it.',
  closing,
);

const tooManyBodies = new HttpError(
  'overloaded',
  'Too many large bodies are arriving. Try again in a moment, or send less at a time.',
  closing,
);

export function headersTooLarge({ headerBytesMax }: Limits): HttpError {
  return new HttpError(
    'headers_too_large',
    `The headers exceed ${headerBytesMax} bytes. Send fewer or shorter ones.`,
    closing,
  );
}

/**
 * Returns the path and query of a request. Throws an HttpError if the request line or headers are
 * malformed.
 */
function checkHead(req: IncomingMessage, limits: Limits): string {
  const { headers, httpVersionMajor, method = '', rawHeaders, url = '' } = req;
  if (httpVersionMajor !== 1)
    throw new HttpError('invalid_request', 'The request is not HTTP/1.1.', closing);
  if (`${method} ${url} HTTP/1.1`.length > limits.requestLineBytesMax) {
    const fault = `The request line exceeds ${limits.requestLineBytesMax} bytes. Shorten the URL.`;
    throw new HttpError('uri_too_long', fault, closing);
  }
  let headerBytes = 0;
  // The headers' size includes two bytes after each name (": ") and two bytes after each value (the
  // line end).
  for (const text of rawHeaders) headerBytes += text.length + 2;
  if (headerBytes > limits.headerBytesMax) throw headersTooLarge(limits);
  checkHost(req);
  // Other transfer codings than "chunked" are refused, because a proxy might decode them
  // differently than this service.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new HttpError(
      'invalid_request',
      'The only Transfer-Encoding that is understood is "chunked".',
      closing,
    );
  }
  const target = url.startsWith('/') ? url : localTarget(url);
  if (target.includes('#'))
    throw new HttpError(
      'invalid_request',
      'The request target must not have a fragment: leave out the # part.',
      closing,
    );
  return target;
}

/**
 * The last valid Host header. Most requests have the same Host header, which need not be checked
 * again.
 */
let lastHost = 'localhost';

function checkHost({ headers: { host }, httpVersionMinor }: IncomingMessage): void {
  if (host === lastHost) return;
  if (host === undefined) {
    if (httpVersionMinor >= 1)
      throw new HttpError(
        'invalid_request',
        'The request must have exactly one Host header.',
        closing,
      );
  } else if (!/^[^\s/?#@\\,\x80-\xff]+$/.test(host) || !URL.canParse(`http://${host}/`)) {
    throw new HttpError(
      'invalid_request',
      'The Host header is malformed. Send the host and the port of this service.',
      closing,
    );
  } else lastHost = host;
}

/** The path and query of a request target in absolute form, such as `http://host/path`. */
function localTarget(target: string): string {
  if (target === '*') return target;
  const local = target.replace(/^https?:\/\/[^/?#\\]+/i, '');
  if (local === target)
    throw new HttpError('invalid_request', 'The request target must be a path.', closing);
  return local.startsWith('/') ? local : `/${local}`;
}
