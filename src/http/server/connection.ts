import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../../limits.ts';
import { closing, HttpError } from '../errors.ts';
import type { SlowReaders } from '../slow-readers.ts';
import { type BodyOptions, headersTooLarge, IncomingRequest } from './http-request.ts';
import type { Handler, HttpResponse, RequestHeaders } from './message.ts';
import { writeResponse } from './response-writer.ts';

export type ConnectionOptions = BodyOptions & {
  readonly handler: Handler;
  readonly slowReaders: SlowReaders;
  /**
   * Makes the response to an invalid HTTP request from the error and the headers that could be
   * read.
   */
  readonly renderError: (error: HttpError, headers: RequestHeaders) => HttpResponse;
  /** Called with unexpected errors, which are logged. */
  readonly onError: (error: unknown) => void;
};

/**
 * A client that sends more requests than this during one response is disconnected: Node keeps them
 * all in memory.
 */
const earlyRequestsMax = 1_000;

/**
 * One client's connection, which handles one request at a time. Requests that arrive before the
 * current response is complete are never handled: the connection closes after this response.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #request: IncomingRequest | undefined;
  #response: ServerResponse | undefined;
  /**
   * How many bytes had arrived when the previous response was complete; undefined while a request
   * is being handled.
   */
  #bytesReadWhenIdle: number | undefined = -1;
  #earlyRequests = 0;
  /**
   * Whether the connection closes after the current response. No further request is handled then.
   */
  #isClosing = false;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    // After either side has ended the connection, a timer closes the socket. With TLS, Node might
    // never close it.
    socket.once('end', this.#destroyAfterLinger);
    socket.once('finish', this.#destroyAfterLinger);
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    if (this.#isEarly()) {
      req.resume();
      if (++this.#earlyRequests > earlyRequestsMax) this.#socket.destroy();
      this.#closeAfterResponse();
      return;
    }
    const previous = this.#response;
    this.#request = undefined;
    this.#response = res;
    this.#bytesReadWhenIdle = undefined;
    const respond = () => this.#respond(req, res);
    // With TLS, a request may arrive before Node considers the previous response sent. Then the
    // request waits.
    if (previous?.writableFinished === false) previous.once('finish', respond);
    else respond();
  }

  /** Handles an error from Node's HTTP parser, or a time-out of the connection. */
  clientError(code: string | undefined): void {
    const error = errorFor(code, this.#options.limits);
    if (error === undefined) this.#socket.destroy();
    else if (this.#isEarly() || this.#request?.complete === false) this.#request?.failBody(error);
    else this.#socket.write(textOf(this.#options.renderError(error, {})));
    this.#closeAfterResponse();
  }

  /**
   * Closes the connection if it is idle: no request has arrived yet, or the last response has been
   * sent.
   */
  closeIfIdle(): void {
    if (this.#response?.writableFinished !== false && !this.#isClosing) this.#socket.destroy();
  }

  /**
   * Whether the request that Node has just parsed arrived before the previous response was
   * complete.
   */
  #isEarly(): boolean {
    const before = this.#bytesReadWhenIdle;
    return this.#isClosing || before === undefined || before === this.#socket.bytesRead;
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const response = await this.#responseTo(req);
      await writeResponse(res, this.#withClose(req, response), this.#options.slowReaders);
      this.#bytesReadWhenIdle = this.#socket.bytesRead;
      if (this.#isClosing) this.#socket.end();
    } catch (error) {
      // An unexpected error closes only this client's connection.
      this.#socket.destroy();
      this.#options.onError(error);
    }
  }

  #responseTo(req: IncomingMessage): HttpResponse | Promise<HttpResponse> {
    try {
      this.#request = new IncomingRequest(req, this.#options);
    } catch (error) {
      if (error instanceof HttpError)
        return this.#options.renderError(error, req.headers as RequestHeaders);
      throw error;
    }
    return this.#options.handler(this.#request);
  }

  /** Adds "Connection: close" to a response if it is the connection's last one. */
  #withClose(req: IncomingMessage, response: HttpResponse): HttpResponse {
    if (response.headers['connection'] === 'close' || this.#request?.isLast !== false)
      this.#isClosing = true;
    if (!this.#isClosing) return response;
    // Before the connection closes, the request body is read to its end. Otherwise the client might
    // lose the response.
    req.resume();
    return { ...response, headers: { ...response.headers, connection: 'close' } };
  }

  #closeAfterResponse(): void {
    this.#isClosing = true;
    if (this.#bytesReadWhenIdle !== undefined) this.#socket.end();
  }

  /**
   * Destroys the socket after a short time, in which the client's last bytes are read. A socket
   * that is closed while bytes are unread resets the connection, and the client may lose the last
   * response.
   */
  readonly #destroyAfterLinger = () => {
    const timer = setTimeout(() => this.#socket.destroy(), this.#options.limits.lingerMs);
    this.#socket.once('close', () => clearTimeout(timer));
  };
}

/** A response as HTTP text. Node creates no response object for a request that it cannot parse. */
function textOf({ status, headers, body }: HttpResponse): string {
  const text = String(body);
  const all = {
    ...headers,
    date: new Date().toUTCString(),
    'content-length': Buffer.byteLength(text),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}

/**
 * The HTTP error for an error code of Node; undefined if the connection is broken, so that no
 * response can arrive.
 */
function errorFor(code: string | undefined, limits: Limits): HttpError | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError(
      'request_timeout',
      'The request took too long to arrive. Send it faster.',
      closing,
    );
  }
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(limits);
  return code?.startsWith('HPE_')
    ? new HttpError('invalid_request', 'The request is not valid HTTP/1.1.', closing)
    : undefined;
}
