import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../../limits.ts';
import { HttpError, messageError } from '../errors.ts';
import type { SlowReaders } from '../slow-readers.ts';
import { type BodyOptions, type Handler, HttpRequest, type RequestHeaders } from './http-request.ts';
import type { HttpResponse } from './message.ts';
import { headersTooLarge, malformed } from './message-head.ts';
import { writeResponse } from './response-writer.ts';

export type ConnectionOptions = BodyOptions & {
  readonly handler: Handler;
  readonly slowReaders: SlowReaders;
  /** Makes the response to a malformed HTTP message, with the headers that could be read from the message. */
  readonly renderError: (error: HttpError, headers: RequestHeaders) => HttpResponse;
  /** Called with an unexpected error, for the log. */
  readonly onError: (error: unknown) => void;
};

/** A client that sends more requests before it gets its response is disconnected: Node keeps all of them in memory. */
const earlyRequestsMax = 1_000;

/**
 * One client's connection, with one request at a time. A request that arrives before the last response is complete is
 * never handled: the connection closes after that response.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #request: HttpRequest | undefined;
  #response: ServerResponse | undefined;
  /** How many bytes had been read when the latest response was complete; undefined while a response is under way. */
  #bytesReadBefore: number | undefined = -1;
  #earlyRequests = 0;
  /** Whether the connection closes after the current response, so that no further request is handled. */
  #isClosing = false;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    // Node ends our side when the client ends its own. With TLS this may take for ever, so a timer destroys the socket.
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
    this.#bytesReadBefore = undefined;
    const respond = () => this.#respond(req, res);
    // With TLS the client may get a whole response, and send its next request, before Node counts the response as sent.
    if (previous?.writableFinished === false) previous.once('finish', respond);
    else respond();
  }

  /** Handles an error that Node's HTTP parser or one of its time-outs reports. */
  clientError(code: string | undefined): void {
    const error = errorFor(code, this.#options.limits);
    if (error === undefined) this.#socket.destroy();
    else if (this.#isEarly() || this.#request?.complete === false) this.#request?.failBody(error);
    else this.#socket.write(textOf(this.#options.renderError(error, {})));
    this.#closeAfterResponse();
  }

  /** Closes an idle connection. A new connection may be spared, because its first request may be on its way. */
  closeIfIdle(isNewSpared: boolean): void {
    const isIdle = this.#response === undefined ? !isNewSpared : this.#response.writableFinished;
    if (isIdle && !this.#isClosing) this.#socket.destroy();
  }

  /** Whether the request that Node has just parsed was read before the latest response was complete. */
  #isEarly(): boolean {
    const before = this.#bytesReadBefore;
    return this.#isClosing || before === undefined || before === this.#socket.bytesRead;
  }

  #respond(req: IncomingMessage, res: ServerResponse): void {
    this.#responseTo(req)
      .then((response) => writeResponse(res, this.#closing(req, response), this.#options.slowReaders))
      .then(() => {
        this.#bytesReadBefore = this.#socket.bytesRead;
        if (this.#isClosing) this.#socket.end();
      })
      // An unexpected error closes the connection of this client, and affects no other client.
      .catch((error: unknown) => {
        this.#socket.destroy();
        this.#options.onError(error);
      });
  }

  async #responseTo(req: IncomingMessage): Promise<HttpResponse> {
    try {
      this.#request = new HttpRequest(req, this.#options);
    } catch (error) {
      if (error instanceof HttpError) return this.#options.renderError(error, req.headers as RequestHeaders);
      throw error;
    }
    return this.#options.handler(this.#request);
  }

  /** Adds "Connection: close" to the last response of the connection. */
  #closing(req: IncomingMessage, response: HttpResponse): HttpResponse {
    if (response.headers['connection'] === 'close' || this.#request?.isLast !== false) this.#isClosing = true;
    if (!this.#isClosing) return response;
    // The rest of the request body is read and dropped, so that the client gets the response.
    req.resume();
    return { ...response, headers: { ...response.headers, connection: 'close' } };
  }

  #closeAfterResponse(): void {
    this.#isClosing = true;
    if (this.#bytesReadBefore !== undefined) this.#socket.end();
  }

  /**
   * A socket that is closed with bytes to read resets the connection, and the client may lose its last response. So the
   * socket is read for a moment longer. Node destroys it earlier when both sides have ended.
   */
  readonly #destroyAfterLinger = () => {
    const timer = setTimeout(() => this.#socket.destroy(), this.#options.limits.lingerMs);
    this.#socket.once('close', () => clearTimeout(timer));
  };
}

/** A response as HTTP text, for a message that is not a request: Node has created no response object for it. */
function textOf({ status, headers, body }: HttpResponse): string {
  const text = String(body);
  const all = { ...headers, date: new Date().toUTCString(), 'content-length': Buffer.byteLength(text) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}

/** The error to respond with, by the code of Node's error; undefined if the connection is broken. */
function errorFor(code: string | undefined, limits: Limits): HttpError | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return messageError('request_timeout', 'The request took too long to arrive. Send it faster.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(limits);
  return code?.startsWith('HPE_') ? malformed('The request is not valid HTTP/1.1.') : undefined;
}
