import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../../limits.ts';
import { closing, HttpError } from '../errors.ts';
import type { SlowReaders } from '../slow-readers.ts';
import { type BodyOptions, headersOf, headersTooLarge, IncomingRequest } from './http-request.ts';
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

/** A request that is being handled, until its response is complete. */
type Handling = {
  readonly kind: 'handling';
  readonly response: ServerResponse;
  /** Undefined until the head of the request was found to be valid. */
  request: IncomingRequest | undefined;
  /** Whether the connection ends with this request. */
  isLast: boolean;
};

type ConnectionState =
  /** No request has arrived yet. */
  | { readonly kind: 'new' }
  | Handling
  /** The last response is complete, and another request may follow. */
  | {
      readonly kind: 'idle';
      readonly request: IncomingRequest;
      readonly response: ServerResponse;
    }
  /** The last response is complete, and no further request is handled. */
  | { readonly kind: 'ending' };

/**
 * One client's connection, which handles one request at a time. Requests that arrive before the
 * current response is complete are never handled: the connection closes after this response.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #state: ConnectionState = { kind: 'new' };
  #earlyRequests = 0;

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
      this.#endAfterResponse();
      return;
    }
    const before = this.#state;
    const handling: Handling = {
      kind: 'handling',
      response: res,
      request: undefined,
      isLast: false,
    };
    this.#state = handling;

    const respond = () => this.#respond(req, handling);
    // With TLS, a request may arrive before Node considers the previous response sent. Then the
    // request waits.
    if (before.kind === 'idle' && !before.response.writableFinished)
      before.response.once('finish', respond);
    else respond();
  }

  /** Handles an error from Node's HTTP parser, or a time-out of the connection. */
  clientError(code: string | undefined): void {
    const error = errorFor(code, this.#options.limits);
    if (error === undefined) this.#socket.destroy();
    else if (this.#state.kind === 'handling') this.#state.request?.failBody(error);
    else if (this.#mayAnswerInvalidRequest())
      this.#socket.write(textOf(this.#options.renderError(error, {})));
    this.#endAfterResponse();
  }

  /**
   * Closes the connection if it is idle: no request has arrived yet, or the last response has been
   * sent.
   */
  closeIfIdle(): void {
    if (this.#isIdle()) this.#socket.destroy();
  }

  #isIdle(): boolean {
    switch (this.#state.kind) {
      case 'new':
        return true;
      case 'handling':
        return this.#state.response.writableFinished && !this.#state.isLast;
      case 'idle':
        return this.#state.response.writableFinished;
      case 'ending':
        return false;
    }
  }

  /**
   * Whether the request that Node has just parsed arrived before the previous response was
   * complete.
   */
  #isEarly(): boolean {
    const { kind } = this.#state;
    return kind === 'handling' || kind === 'ending';
  }

  /**
   * Whether what Node could not parse was a request of its own, rather than the rest of a request
   * that has its response.
   */
  #mayAnswerInvalidRequest(): boolean {
    const isRestOfBody = this.#state.kind === 'idle' && !this.#state.request.complete;
    return !this.#isEarly() && !isRestOfBody;
  }

  async #respond(req: IncomingMessage, handling: Handling): Promise<void> {
    try {
      const response = await this.#responseTo(req, handling);
      const { slowReaders } = this.#options;
      await writeResponse(handling.response, withClose(req, handling, response), slowReaders);
      this.#complete(handling);
    } catch (error) {
      // An unexpected error closes only this client's connection.
      this.#socket.destroy();
      this.#options.onError(error);
    }
  }

  #responseTo(req: IncomingMessage, handling: Handling): HttpResponse | Promise<HttpResponse> {
    try {
      handling.request = new IncomingRequest(req, this.#options);
    } catch (error) {
      if (error instanceof HttpError) return this.#options.renderError(error, headersOf(req));
      throw error;
    }
    return this.#options.handler(handling.request);
  }

  #complete({ request, response, isLast }: Handling): void {
    if (isLast || request === undefined) this.#end();
    else this.#state = { kind: 'idle', request, response };
  }

  #endAfterResponse(): void {
    if (this.#state.kind === 'handling') this.#state.isLast = true;
    else this.#end();
  }

  #end(): void {
    this.#state = { kind: 'ending' };
    this.#socket.end();
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

/** Adds "Connection: close" to a response if it is the connection's last one. */
function withClose(req: IncomingMessage, handling: Handling, response: HttpResponse): HttpResponse {
  if (response.headers['connection'] === 'close' || handling.request?.isLast !== false)
    handling.isLast = true;
  if (!handling.isLast) return response;
  // Before the connection closes, the request body is read to its end. Otherwise the client might
  // lose the response.
  req.resume();
  return { ...response, headers: { ...response.headers, connection: 'close' } };
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
