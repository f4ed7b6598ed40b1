import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../../limits.ts';
import { type Handler, type HttpRequest, type HttpResponse, malformed, ProtocolError } from './message.ts';
import { type LargeBodies, NodeRequest } from './node-request.ts';
import { headersTooLarge } from './request-checks.ts';
import { writeResponse } from './response-writer.ts';
import type { SlowReaders } from './slow-readers.ts';

export type ConnectionOptions = {
  readonly handler: Handler;
  readonly limits: Limits;
  readonly slowReaders: SlowReaders;
  readonly largeBodies: LargeBodies;
  /** The response to a message that never became a request. */
  readonly renderError: (error: ProtocolError, headers: HttpRequest['headers']) => HttpResponse;
  /** Told of faults that should never happen. */
  readonly onError: (error: unknown) => void;
};

/** Node creates a request and a response for each message that is not handled. A client that sends more is not read. */
const discardedMax = 1_000;

/**
 * One client's connection, with one request at a time. What arrives before a response is complete is never handled: the
 * connection closes after that response.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #openedAtMs = Date.now();
  /** The latest request; undefined if it waits to be handled, or its head was malformed. */
  #request: NodeRequest | undefined;
  /** The response to the latest request. */
  #response: ServerResponse | undefined;
  /** How much had been read when the latest response was complete; undefined while a response is under way. */
  #bytesReadBefore: number | undefined = -1;
  /** No further request is handled. */
  #isClosing = false;
  #discarded = 0;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    // Node closes our side when the client has closed its own. With TLS it may wait for ever to write what is left.
    socket.once('end', this.#linger);
  }

  handle(req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): void {
    if (this.#isEarly()) {
      req.resume();
      if (++this.#discarded > discardedMax) this.#socket.pause();
      this.#closeAfterResponse();
      return;
    }
    const previous = this.#response;
    this.#request = undefined;
    this.#response = res;
    this.#bytesReadBefore = undefined;
    const run = () => this.#run(req, res, expectsContinue);
    // Node sends one response after the other. With TLS the client may have all of one before Node knows.
    if (previous?.writableFinished === false) previous.once('finish', run);
    else run();
  }

  #run(req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): void {
    try {
      const request = new NodeRequest(req, res, { ...this.#options, expectsContinue });
      this.#request = request;
      const response = this.#options.handler(request);
      if (response instanceof Promise) {
        response.then((resolved) => this.#respond(res, resolved, request.isLast)).catch(this.#abort);
      } else this.#respond(res, response, request.isLast);
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.#abort(error);
      else this.#respond(res, this.#options.renderError(error, req.headers as HttpRequest['headers']), true);
    }
  }

  /** Called for everything that Node's parser and its time-outs report. */
  clientError(code: string | undefined): void {
    const error = protocolErrorFor(code, this.#options.limits);
    const isWaiting = this.#bytesReadBefore === undefined && this.#request === undefined;
    if (error === undefined || isWaiting) {
      this.#socket.destroy();
    } else if (this.#isEarly() || this.#request?.complete === false) {
      this.#request?.failBody(error);
      this.#closeAfterResponse();
    } else {
      this.#socket.write(textOf(this.#options.renderError(error, {})));
      this.#close();
    }
  }

  /** Closes the connection unless a request is under way, or may be: a new connection's first one is soon to come. */
  closeIfIdle(newMs: number): void {
    const mayBeSending = this.#bytesReadBefore === -1 && Date.now() - this.#openedAtMs < newMs;
    const isBusy = this.#response?.writableFinished === false || this.#isClosing;
    if (!isBusy && !mayBeSending) this.#socket.destroy();
  }

  /** Whether what is parsed now arrived before the latest response was complete, be it in the same read. */
  #isEarly(): boolean {
    const before = this.#bytesReadBefore;
    return this.#isClosing || before === undefined || before === this.#socket.bytesRead;
  }

  readonly #onWritten = () => {
    this.#bytesReadBefore = this.#socket.bytesRead;
    if (this.#isClosing) this.#close();
  };

  /** A fault costs one client its connection, and no other client anything. */
  readonly #abort = (error: unknown) => {
    this.#socket.destroy();
    this.#options.onError(error);
  };

  #respond(res: ServerResponse, response: HttpResponse, isLast: boolean): void {
    const { headers } = response;
    if (isLast || headers['connection'] === 'close') this.#isClosing = true;
    const isClosing = this.#isClosing;
    // What still arrives of the body is dropped.
    if (isClosing) res.req.resume();
    const sent = isClosing ? { ...response, headers: { ...headers, connection: 'close' } } : response;
    const { slowReaders } = this.#options;
    writeResponse(res, sent, { slowReaders, isLast: isClosing, onWritten: this.#onWritten })?.catch(this.#abort);
  }

  #closeAfterResponse(): void {
    this.#isClosing = true;
    if (this.#bytesReadBefore !== undefined) this.#close();
  }

  /**
   * A socket that is closed with bytes to read resets the connection, and the client may lose its last response. So the
   * socket is read for a moment longer. When the client has closed its side, too, Node destroys the socket.
   */
  #close(): void {
    const socket = this.#socket;
    this.#isClosing = true;
    if (socket.writableEnded) return;
    socket.end(this.#linger);
  }

  readonly #linger = () => {
    const socket = this.#socket;
    const timer = setTimeout(() => socket.destroy(), this.#options.limits.lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };
}

/** A response to something that is not a request, for which Node has created no response. */
function textOf({ status, headers, body }: HttpResponse): string {
  const text = String(body);
  const all = { ...headers, date: new Date().toUTCString(), 'content-length': Buffer.byteLength(text) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}

/** undefined if nothing can be answered any more. */
function protocolErrorFor(code: string | undefined, { headerBytesMax }: Limits): ProtocolError | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProtocolError('request_timeout', 'The request took too long to arrive. Send it faster.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(headerBytesMax);
  return code?.startsWith('HPE_') ? malformed('The request is not valid HTTP/1.1.') : undefined;
}
