import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { DomainError } from '../domain/errors.ts';
import { limits } from '../limits.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { errorStatus } from './error-status.ts';
import { requestIdFor } from './request-id.ts';

/**
 * The listening socket on Node. Whatever is wrong before a request reaches the router, down to bytes that are no HTTP
 * at all, is answered here, with an `Error` like any other.
 */

type Fetch = (request: Request) => Response | Promise<Response>;

export type Listening = {
  readonly port: number;
  /** Takes no more connections and resolves when those there are have ended. */
  readonly stop: () => Promise<void>;
  readonly cut: () => void;
};

export async function listen(fetch: Fetch, address: { host: string; port: number }): Promise<Listening> {
  const server = createServer({
    // The parser counts the request line and the headers together; each has its own limit in `faultOf`.
    maxHeaderSize: limits.requestHeadBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
    requireHostHeader: false,
    noDelay: true,
  });
  // The size of all headers is limited; Node would drop those past a count without a word.
  server.maxHeadersCount = 0;
  server.timeout = limits.socketIdleTimeoutMs;
  // Whoever has sent all of a request may stop sending and still gets its answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  limitConnections(server);

  const listener = getRequestListener(fetch, { hostname: 'localhost', errorHandler: (error) => refused(error) });
  server.on('request', (request, response) => {
    const fault = faultOf(request);
    if (fault === undefined) void listener(request, response);
    else refuse(response, request, fault);
  });
  // An expectation that we do not know is no reason to refuse the request.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Duplex) => endWith(socket, malformed('CONNECT is not possible here.')));
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    answerParserError(error, socket);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => stop(server),
    cut: () => server.closeAllConnections(),
  };
}

/** Node's own limit would drop a connection without a word. */
function limitConnections(server: Server): void {
  let open = 0;
  server.prependListener('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => {
      open--;
    });
    if (open > limits.connectionsMax) endWith(socket, tooManyConnections);
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Connections that answer now become idle later, and nobody else closes them then.
    const closing = setInterval(() => server.closeIdleConnections(), limits.drainCheckIntervalMs);
    server.close(() => {
      clearInterval(closing);
      resolve();
    });
  });
}

/** What Node's parser lets pass and we do not. */
function faultOf({ method, url, httpVersion, headers, rawHeaders }: IncomingMessage): DomainError | undefined {
  if ((url?.length ?? 0) + (method?.length ?? 0) + ' HTTP/1.1 '.length > limits.requestLineBytesMax) return lineTooLong;
  let bytes = 0;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    bytes += name.length + (rawHeaders[i + 1] as string).length + 4;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (bytes > limits.headerBytesMax) return headersTooLarge;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1') || headers.host === '') {
    return malformed('The request must have exactly one Host header.');
  }
  return isHost(headers.host) ? undefined : malformed('The Host header is malformed.');
}

/** Callers send the same host again and again. */
let lastHost = 'localhost';

function isHost(host: string | undefined): boolean {
  if (host === undefined || host === lastHost) return true;
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}/`)) return false;
  lastHost = host;
  return true;
}

function refuse(response: ServerResponse, request: IncomingMessage, fault: DomainError): void {
  const body = errorBody(fault);
  const sent = request.headers['x-request-id'];
  response.writeHead(errorStatus[fault.code], closingHeaders(fault, body, typeof sent === 'string' ? sent : null));
  response.end(body);
}

/** A target or Host from which no URL can be made. */
function refused(error: unknown): Response {
  const isTheirs = error instanceof Error && error.name === 'RequestError';
  const fault = isTheirs ? malformed('The URL or the Host is malformed.') : unexpected;
  const body = errorBody(fault);
  return new Response(body, { status: errorStatus[fault.code], headers: closingHeaders(fault, body, null) });
}

/** A connection on which something was malformed is not used again. */
function closingHeaders(fault: DomainError, body: string, requestId: string | null): Record<string, string> {
  return {
    ...errorHeaders(fault),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestIdFor(requestId),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
}

function answerParserError(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): void {
  const answering = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage;
  if (answering?.req.complete && !answering.writableFinished && !socket.destroyed) {
    // A whole request came before: it has been, or will be, carried out, and must get its own answer first.
    answering.once('finish', () => answerParserError(error, socket));
    return;
  }
  if (!socket.writable || error.code === 'ECONNRESET' || answering?.headersSent) {
    socket.destroy();
    return;
  }
  endWith(socket, parserFault(error));
}

function parserFault({ code, rawPacket }: { code?: string | undefined; rawPacket?: Buffer | undefined }): DomainError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return isInRequestLine(rawPacket) ? lineTooLong : headersTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('request_timeout', 'The request took too long to arrive. Send it faster.');
    default:
      return malformed('The request is not valid HTTP/1.1.');
  }
}

function isInRequestLine(packet: Buffer | undefined): boolean {
  if (packet === undefined) return false;
  const end = packet.indexOf('\n');
  return (end === -1 || end > limits.requestLineBytesMax) && /^[A-Z]+ /.test(packet.toString('latin1', 0, 16));
}

/** Writes the answer by hand, and reads on for a moment: closing at once could destroy the answer on its way. */
function endWith(socket: Duplex, fault: DomainError): void {
  const status = errorStatus[fault.code];
  const body = errorBody(fault);
  const headers = { ...closingHeaders(fault, body, null), date: new Date().toUTCString() };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.removeAllListeners('data');
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), limits.lingerMs).unref();
}

function malformed(message: string): DomainError {
  return new DomainError('invalid_request', message);
}

const lineTooLong = new DomainError(
  'uri_too_long',
  `The request line is longer than ${limits.requestLineBytesMax} bytes.`,
);
const headersTooLarge = new DomainError(
  'headers_too_large',
  `The headers are larger than ${limits.headerBytesMax} bytes.`,
);
const tooManyConnections = new DomainError('overloaded', 'Too many connections are open. Try again in a moment.');
const unexpected = new DomainError('internal_error', 'Something went wrong on our side. Try again.');
