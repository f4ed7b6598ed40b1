import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpRequest, malformed, ProtocolError, type ServerLimits } from './message.ts';
import { type BodyOptions, bodyTooLarge, collectBody, readBuffered } from './request-body.ts';

/** A request as Node hands it over. */
export type Exchange = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Whether the client waits for "100 Continue" before it sends the body. */
  readonly expectsContinue: boolean;
};

const absoluteForm = /^https?:\/\/[^/?#\\]+/i;
const empty = new Uint8Array();

/** Node's request as handlers see it. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly headers: HttpRequest['headers'];
  readonly #req: IncomingMessage;
  readonly #exchange: Exchange;
  readonly #options: BodyOptions;
  #rejectBody: ((error: Error) => void) | undefined;
  #bodyError: Error | undefined;
  #wanted = false;

  /** Throws a ProtocolError if the request line or the headers are too large or malformed. */
  constructor(exchange: Exchange, options: BodyOptions) {
    const { req } = exchange;
    this.#req = req;
    this.#exchange = exchange;
    this.#options = options;
    this.method = req.method ?? '';
    this.headers = req.headers as HttpRequest['headers'];
    const target = req.url ?? '';
    if (req.httpVersionMajor !== 1) throw malformed('The request is not HTTP/1.1.');
    checkSizes(req, target, options.limits);
    checkHost(req);
    checkCoding(req);
    const local = target.charCodeAt(0) === 47 ? target : localTarget(target);
    if (local.includes('#')) throw malformed('The request target must not have a fragment: leave out the # part.');
    const mark = local.indexOf('?');
    this.path = mark === -1 ? local : local.slice(0, mark);
    this.query = mark === -1 ? undefined : local.slice(mark + 1);
  }

  get aborted(): boolean {
    return this.#req.socket.destroyed;
  }

  get complete(): boolean {
    return this.#req.complete;
  }

  isRepeated(name: string): boolean {
    // Names and values alternate.
    return this.#req.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length > 1;
  }

  /** Whether the client still waits for "100 Continue", so its body may never come. */
  get awaitsContinue(): boolean {
    return this.#exchange.expectsContinue && !this.#wanted;
  }

  /** The announced length of the body; infinite if it is chunked. */
  get bodyBytes(): number {
    const length = this.headers['content-length'];
    if (length !== undefined) return Number(length);
    return this.headers['transfer-encoding'] === undefined ? 0 : Number.POSITIVE_INFINITY;
  }

  body(bytesMax: number): Uint8Array | Promise<Uint8Array> {
    const announced = this.bodyBytes;
    if (announced === 0) return empty;
    if (Number.isFinite(announced) && announced > bytesMax) throw bodyTooLarge(bytesMax);
    if (this.#bodyError !== undefined) throw this.#bodyError;
    this.#wanted = true;
    // Even if the body is here already: otherwise Node closes the connection after the response.
    if (this.#exchange.expectsContinue) this.#exchange.res.writeContinue();
    if (this.#req.complete) {
      const bytes = readBuffered(this.#req);
      if (bytes.length > bytesMax) throw bodyTooLarge(bytesMax);
      if (!Number.isFinite(announced) || bytes.length === announced) return bytes;
      this.#req.unshift(bytes);
    }
    const { promise, reject } = collectBody(this.#req, bytesMax, this.#options);
    this.#rejectBody = reject;
    return promise.finally(() => {
      this.#rejectBody = undefined;
    });
  }

  /** Ends the wait for a body that will not arrive, for that reason. */
  failBody(error: Error): void {
    if (this.#req.complete) return;
    this.#bodyError = error;
    this.#rejectBody?.(error);
  }
}

function checkSizes(req: IncomingMessage, target: string, { requestLineBytesMax, headerBytesMax }: ServerLimits) {
  const lineBytes = (req.method?.length ?? 0) + target.length + ' '.length + ' HTTP/1.1'.length;
  if (lineBytes > requestLineBytesMax) {
    throw new ProtocolError('uri_too_long', `The request line is longer than ${requestLineBytesMax} bytes.`);
  }
  let headerBytes = 0;
  // Names and values alternate; each pair takes ": " and a line end besides.
  for (const text of req.rawHeaders) headerBytes += text.length + 2;
  if (headerBytes > headerBytesMax) throw headersTooLarge(headerBytesMax);
}

export function headersTooLarge(headerBytesMax: number): ProtocolError {
  return new ProtocolError('headers_too_large', `The headers are larger than ${headerBytesMax} bytes.`);
}

/** The host that was checked last; most requests name the same one. */
let lastHost = 'localhost';

function checkHost({ headers, httpVersionMinor }: IncomingMessage): void {
  const { host } = headers;
  if (host === lastHost) return;
  if (host === undefined) {
    if (httpVersionMinor >= 1) throw malformed('The request must have exactly one Host header.');
    return;
  }
  if (!/^[^\s/?#@\\,\x80-\xff]+$/.test(host) || !URL.canParse(`http://${host}/`))
    throw malformed('The Host header is malformed.');
  lastHost = host;
}

/** Other codings are legal HTTP. Neither we nor every proxy understand them, so they are not worth a misunderstanding. */
function checkCoding({ headers }: IncomingMessage): void {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw malformed('The only Transfer-Encoding that is understood is "chunked".');
  }
}

function localTarget(target: string): string {
  if (target === '*') return target;
  const local = target.replace(absoluteForm, '');
  if (local === target) throw malformed('The request target must be a path.');
  return local.startsWith('/') ? local : `/${local}`;
}
