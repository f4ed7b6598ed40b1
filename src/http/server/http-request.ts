import type { IncomingMessage } from 'node:http';
import type { Limits } from '../../limits.ts';
import { type HttpError, messageError } from '../errors.ts';
import type { HttpResponse } from './message.ts';
import { checkHead, malformed } from './message-head.ts';

/** If a request body has more chunks than this, they are joined, because many tiny chunks take far more memory. */
const unjoinedChunksMax = 256;

export type BodyOptions = {
  readonly limits: Limits;
  /** How many bytes of large request bodies are in memory. Bytes within the limit of an ordinary body do not count. */
  readonly largeBodies: { bytes: number };
};

export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** A function that responds to a request and never throws. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

export class HttpRequest {
  readonly method: string;
  /** The path as it was sent, without the query. */
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
    this.headers = req.headers as RequestHeaders;
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

  /** Whether the connection must close after this request: the client asks for it, or too much body is unread. */
  get isLast(): boolean {
    const { connection, upgrade } = this.headers;
    // After a request with "Upgrade", Node's parser drops all further bytes, so no request can follow.
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

  /** Reads the whole request body. Rejects with an HttpError if it is too large, cut off, malformed or too slow. */
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
      // Without a listener, Node reads and drops the rest of the request body, so that the client gets the response.
      req.removeAllListeners('data');
      largeBodies.bytes -= largeBytes;
    }
  }

  /** Makes `body` reject with this error, if the body has not arrived yet. */
  failBody(error: Error): void {
    if (this.#req.complete) return;
    this.#bodyError = error;
    this.#rejectBody?.(error);
  }
}

function bodyTooLarge(bytesMax: number): HttpError {
  return messageError('body_too_large', `The body is larger than ${bytesMax} bytes. Send less at a time.`);
}

const tooManyChunks = malformed('The body arrives in too many small pieces. Send larger chunks.');

const bodyCutOff = malformed('The body ended before it was complete.');

const tooManyBodies = messageError(
  'overloaded',
  'Too many large bodies are arriving. Try again in a moment, or send less at a time.',
);
