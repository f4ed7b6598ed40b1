import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Handler, type HttpResponse, malformed, ProtocolError, type ServerLimits } from './message.ts';
import { type Exchange, headersTooLarge, NodeRequest } from './node-request.ts';
import type { LargeBodyBudget } from './request-body.ts';
import { writeResponse } from './response-writer.ts';
import type { SlowReaders } from './slow-readers.ts';

export type ConnectionOptions = {
  readonly handler: Handler;
  readonly limits: ServerLimits;
  readonly slowReaders: SlowReaders;
  readonly largeBodyBudget: LargeBodyBudget;
  /** The response to a message that never became a request. */
  readonly renderError: (error: ProtocolError, requestId: string | undefined) => HttpResponse;
  /** Told of faults that should never happen. */
  readonly onError: (error: unknown) => void;
};

/** Statuses that tell a client its request was not served; a flood of them closes the connection. */
const refusals: ReadonlySet<number> = new Set([400, 401, 404, 405, 413, 414, 431]);

/**
 * One client's connection. Pipelined requests are handled one after the other, a few in each turn of the event loop, so
 * that responses keep their order and no connection keeps the others waiting. Meanwhile the socket is not read.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #openedAtMs = Date.now();
  readonly #queue: Exchange[] = [];
  #current: NodeRequest | undefined;
  #isBusy = false;
  #isPaused = false;
  #handledInTurn = 0;
  #refused = 0;
  #isNew = true;
  #dropped = 0;
  /** No request after the current one is handled. */
  #isClosing = false;
  /** The client has sent more requests at once than it may. */
  #isFlooding = false;
  /** What the parser found behind the requests that are still to be answered. */
  #parserError: ProtocolError | undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Whether one more request will be handled. Asked before Node creates it. */
  admit(): boolean {
    const { pipelinedRequestsMax } = this.#options.limits;
    if (!this.#isClosing && this.#queue.length < pipelinedRequestsMax) return true;
    this.#dropped++;
    if (!this.#isFlooding && this.#queue.length + this.#dropped > pipelinedRequestsMax) {
      this.#isFlooding = true;
      closeWithoutStacks(this.#socket);
    }
    this.#pauseReading();
    return false;
  }

  handle(req: IncomingMessage, res: ServerResponse, expectsContinue = false): void {
    this.#isNew = false;
    this.#queue.push({ req, res, expectsContinue });
    if (!this.#isBusy) this.#handleNext();
    else if (this.#queue.length >= this.#options.limits.requestsPerTurnMax) this.#pauseReading();
  }

  /** Called for everything that Node's parser and its time-outs report. */
  clientError(code: string | undefined): void {
    if (this.#parserError !== undefined) return;
    this.#parserError = protocolErrorFor(code, this.#options.limits);
    if (this.#parserError === undefined) {
      this.#socket.destroy();
      return;
    }
    this.#current?.failBody(this.#parserError);
    if (!this.#isBusy) this.#writeParserError(this.#parserError);
  }

  /** Closes the connection unless a request is under way, or may be: a new connection's first one is soon to come. */
  closeIfIdle(newMs: number): void {
    const mayBeSending = this.#isNew && Date.now() - this.#openedAtMs < newMs;
    if (this.#isBusy || mayBeSending) return;
    if (this.#isFlooding) this.#socket.destroy();
    else this.#socket.destroySoon();
  }

  /** At the end of the read, because Node reads on after every request that it has parsed. */
  #pauseReading(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    process.nextTick(() => this.#isPaused && this.#socket.pause());
  }

  #resumeReading(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  #handleNext(): void {
    this.#isBusy = true;
    const exchange = this.#queue.shift();
    if (exchange === undefined || this.#socket.destroyed) return;
    if (this.#queue.length === 0 && !this.#isFlooding) this.#resumeReading();
    const { res } = exchange;
    try {
      const request = new NodeRequest(exchange, this.#options);
      this.#current = request;
      if (this.#parserError !== undefined) request.failBody(this.#parserError);
      const response = this.#options.handler(request);
      if (response instanceof Promise) {
        response.then((resolved) => this.#respond(res, request, resolved)).catch(this.#abort);
      } else this.#respond(res, request, response);
    } catch (error) {
      if (error instanceof ProtocolError) this.#refuseMessage(exchange, error);
      else this.#abort(error);
    }
  }

  /** A fault costs one client its connection, and no other client anything. */
  readonly #abort = (error: unknown) => {
    this.#socket.destroy();
    this.#options.onError(error);
  };

  #refuseMessage({ req, res }: Exchange, error: ProtocolError): void {
    const requestId = req.headers['x-request-id'];
    const response = this.#options.renderError(error, typeof requestId === 'string' ? requestId : undefined);
    this.#write(res, response, true);
  }

  #respond(res: ServerResponse, request: NodeRequest, response: HttpResponse): void {
    const { refusedRequestsMax, unreadBodyBytesMax } = this.#options.limits;
    this.#refused = refusals.has(response.status) ? this.#refused + 1 : 0;
    const mustClose =
      this.#refused >= refusedRequestsMax ||
      this.#isFlooding ||
      request.awaitsContinue ||
      (!request.complete && (this.#parserError !== undefined || request.bodyBytes > unreadBodyBytesMax));
    this.#write(res, response, mustClose);
  }

  #write(res: ServerResponse, response: HttpResponse, mustClose: boolean): void {
    const closes = mustClose || response.headers['connection'] === 'close';
    if (closes) this.#isClosing = true;
    // Node calls this when the last response is written.
    if (mustClose || (closes && !res.req.complete)) this.#socket.destroySoon = () => this.#linger();
    const last = closes ? { ...response, headers: { ...response.headers, connection: 'close' } } : response;
    const sent = writeResponse(res, last, this.#options.slowReaders);
    // Node closes after a response for reasons of its own, too, such as HTTP/1.0.
    if (!res.shouldKeepAlive) this.#isClosing = true;
    if (sent === undefined) this.#end();
    else sent.then(() => this.#end()).catch(this.#abort);
  }

  #end(): void {
    this.#current = undefined;
    if (this.#isClosing || this.#socket.destroyed || this.#queue.length === 0) {
      this.#isBusy = false;
      if (this.#parserError !== undefined) this.#writeParserError(this.#parserError);
    }
    // A client that does not read its responses gets no further ones until it does.
    else if (this.#socket.writableNeedDrain) this.#socket.once('drain', () => this.#handleNext());
    else if (++this.#handledInTurn < this.#options.limits.requestsPerTurnMax) this.#handleNext();
    else {
      this.#handledInTurn = 0;
      setImmediate(() => this.#handleNext());
    }
  }

  /** Written to the socket itself: there is no request that a response could belong to. */
  #writeParserError(error: ProtocolError): void {
    if (this.#isClosing || !this.#socket.writable) return;
    this.#isClosing = true;
    const { status, headers, body } = this.#options.renderError(error, undefined);
    const text = String(body);
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(text), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const date = new Date().toUTCString();
    this.#socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: ${date}\r\n${head}\r\n${text}`);
    this.#linger();
  }

  /**
   * Closing a socket that has bytes to read resets the connection, and the client may lose its last response. So it is
   * read for a moment longer. A flood is not: nothing is read, and the client, which would be back at once, is not told.
   */
  #linger(): void {
    const { lingerMs, floodLingerMs } = this.#options.limits;
    const socket = this.#socket;
    setTimeout(() => socket.destroy(), this.#isFlooding ? floodLingerMs : lingerMs).unref();
    if (this.#isFlooding) return;
    socket.once('end', () => socket.destroy());
    socket.end();
    this.#isPaused = false;
    socket.resume();
  }
}

/** When a socket closes, Node creates an error for each of its requests; of thousands, the stacks take most of the time. */
function closeWithoutStacks(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}

/** undefined where nothing can be answered any more. */
function protocolErrorFor(code: string | undefined, { headerBytesMax }: ServerLimits): ProtocolError | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProtocolError('request_timeout', 'The request took too long to arrive. Send it faster.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(headerBytesMax);
  return code?.startsWith('HPE_') ? malformed('The request is not valid HTTP/1.1.') : undefined;
}
