import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Handler, type HttpResponse, malformed, ProtocolError, type ServerLimits } from './message.ts';
import { type Exchange, headersTooLarge, NodeRequest } from './node-request.ts';
import type { LargeBodyBudget } from './request-body.ts';
import { disconnect, writeResponse } from './response-writer.ts';
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

/**
 * One client's connection, with one request at a time. What arrives before a response is complete is never handled: the
 * connection closes after that response.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #openedAtMs = Date.now();
  /** The latest request; undefined if it was malformed. */
  #request: NodeRequest | undefined;
  /** The response to the latest request. */
  #response: ServerResponse | undefined;
  /** Node is still parsing the read that brought the latest request or its end, so what comes next was sent with it. */
  #isParsing = false;
  /** No further request is handled. */
  #isClosing = false;
  #isDiscarding = false;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    // Node removes its own listener when it closes a CONNECT, or hands the socket over.
    socket.on('error', () => undefined);
    // With TLS the end of the client's side is that of both, and what is still to be written may never be.
    if (!socket.allowHalfOpen) socket.once('end', () => this.#close());
    // Node calls this after a response that says "Connection: close".
    socket.destroySoon = () => this.#close();
  }

  /** Whether a request that arrives now is handled. Asked before Node creates it. */
  admit(): boolean {
    if (this.#isParsing || !isComplete(this.#response)) this.#isClosing = true;
    return !this.#isClosing;
  }

  handle(exchange: Exchange): void {
    const { req, res } = exchange;
    this.#request = undefined;
    this.#response = res;
    this.#noteParsing();
    // Node's parser skips the rest of the read, so what follows cannot be understood.
    if (req.headers.upgrade !== undefined) this.#isClosing = true;
    try {
      const request = new NodeRequest(exchange, this.#options);
      this.#request = request;
      if (request.bodyBytes > 0) this.#noteEndOf(req);
      const response = this.#options.handler(request);
      if (response instanceof Promise) {
        response.then((resolved) => this.#respond(res, request, resolved)).catch(this.#abort);
      } else this.#respond(res, request, response);
    } catch (error) {
      if (error instanceof ProtocolError) this.#refuseMessage(exchange, error);
      else this.#abort(error);
    }
  }

  /** Between a body and its end Node lets other code run, which may respond already. */
  #noteEndOf(req: IncomingMessage): void {
    const { push } = req;
    req.push = (chunk, encoding) => {
      if (chunk === null) this.#noteParsing();
      return push.call(req, chunk, encoding);
    };
  }

  #noteParsing(): void {
    if (this.#isParsing) return;
    this.#isParsing = true;
    process.nextTick(() => {
      this.#isParsing = false;
    });
  }

  /** Called at the end of a read with a request that was not admitted. Node has let go of the socket. */
  takeOver(): void {
    this.#socket.on('timeout', () => disconnect(this.#socket));
    this.#closeAfterResponse();
  }

  /** Called for everything that Node's parser and its time-outs report. */
  clientError(code: string | undefined): void {
    const response = this.#response;
    const error = protocolErrorFor(code, this.#options.limits);
    if (error === undefined) this.#socket.destroy();
    else if (!this.#isClosing && !this.#isParsing && isComplete(response) && response?.req.complete !== false) {
      this.#isClosing = true;
      const answer = () => this.#writeParserError(error);
      // The client may have all of the last response before Node knows.
      if (response?.writableFinished === false) response.once('finish', answer);
      else answer();
    } else {
      this.#request?.failBody(error);
      this.#closeAfterResponse();
    }
  }

  /** Closes the connection unless a request is under way, or may be: a new connection's first one is soon to come. */
  closeIfIdle(newMs: number): void {
    const mayBeSending = this.#response === undefined && Date.now() - this.#openedAtMs < newMs;
    const isBusy = this.#response?.writableFinished === false || this.#isClosing;
    if (!isBusy && !mayBeSending) this.#socket.destroy();
  }

  /** A fault costs one client its connection, and no other client anything. */
  readonly #abort = (error: unknown) => {
    this.#socket.destroy();
    this.#options.onError(error);
  };

  #refuseMessage({ req, res }: Exchange, error: ProtocolError): void {
    const requestId = req.headers['x-request-id'];
    this.#isClosing = true;
    this.#write(res, this.#options.renderError(error, typeof requestId === 'string' ? requestId : undefined));
  }

  #respond(res: ServerResponse, request: NodeRequest, response: HttpResponse): void {
    const isTooLong = !request.complete && request.bodyBytes > this.#options.limits.unreadBytesMax;
    if (request.awaitsContinue || isTooLong || response.headers['connection'] === 'close') this.#isClosing = true;
    this.#write(res, response);
  }

  #write(res: ServerResponse, response: HttpResponse): void {
    const { headers } = response;
    const sent = this.#isClosing ? { ...response, headers: { ...headers, connection: 'close' } } : response;
    writeResponse(res, sent, this.#options.slowReaders)?.catch(this.#abort);
    // Node closes after a response for reasons of its own, too, such as HTTP/1.0.
    if (!res.shouldKeepAlive) this.#isClosing = true;
  }

  /** There is no request that the response could belong to. */
  #writeParserError(error: ProtocolError): void {
    const res = new ServerResponse(new IncomingMessage(this.#socket));
    this.#response = res;
    res.assignSocket(this.#socket);
    res.once('finish', () => this.#close());
    this.#write(res, this.#options.renderError(error, undefined));
  }

  #closeAfterResponse(): void {
    this.#isClosing = true;
    this.#discardInput();
    if (this.#response === undefined || this.#response.writableFinished) this.#close();
    else this.#response.once('finish', () => this.#close());
  }

  /**
   * Every connection that has had a response is closed here. A socket that is closed with bytes to read resets the
   * connection, and the client may lose its last response, so it is read for a moment longer. When the client has closed
   * its side, too, Node destroys the socket.
   */
  #close(): void {
    const socket = this.#socket;
    if (socket.writableEnded) return;
    this.#isClosing = true;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), this.#options.limits.lingerMs);
    socket.once('close', () => clearTimeout(timer));
    this.#discardInput();
  }

  /** Reads on past Node's parser, up to a limit. A socket that is not read does not notice that its client has gone. */
  #discardInput(): void {
    if (this.#isDiscarding) return;
    this.#isDiscarding = true;
    const socket = this.#socket;
    let bytes = 0;
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > this.#options.limits.unreadBytesMax) socket.pause();
    });
    // The read that the parser has taken over will never be answered. This ends it, so that the stream reads again.
    socket.push('');
    socket.resume();
  }
}

/** Whether its last byte has been handed to the socket: the client may have all of it. */
function isComplete(res: ServerResponse | undefined): boolean {
  return res === undefined || res.writableFinished || (res.writableEnded && res.socket !== null);
}

/** undefined where nothing can be answered any more. */
function protocolErrorFor(code: string | undefined, { headerBytesMax }: ServerLimits): ProtocolError | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProtocolError('request_timeout', 'The request took too long to arrive. Send it faster.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(headerBytesMax);
  return code?.startsWith('HPE_') ? malformed('The request is not valid HTTP/1.1.') : undefined;
}
