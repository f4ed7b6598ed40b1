import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { patienceMs } from '../until.ts';
import { assertError } from './scenarios.ts';

/**
 * A connection for sending any bytes. If it breaks, nothing is thrown, and the received bytes
 * remain.
 */
export type RawSocket = ReturnType<typeof openSocket>;

type Options = {
  /**
   * Whether the client reads what it receives. Otherwise the buffers fill up, and the service
   * cannot send any more.
   */
  readonly reading?: boolean;
  /** The only certificate that the client trusts. If it is given, the connection uses TLS. */
  readonly ca?: Buffer | undefined;
};

/** Opens a connection, and sends the bytes as soon as it is established. */
export function openSocket(
  port: number,
  bytes: string | Buffer = '',
  { reading = true, ca }: Options = {},
) {
  let received = '';
  const host = '127.0.0.1';
  const tcp = connect({ port, host, allowHalfOpen: true, noDelay: true });
  const socket = ca === undefined ? tcp : connectSecurely({ socket: tcp, host, ca });
  tcp.on('error', () => undefined);
  socket.on('error', () => undefined);
  socket.on('close', () => tcp.destroy());
  if (reading) {
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('end', () => socket.end());
  }
  if (bytes.length > 0) socket.write(bytes, 'latin1');
  return {
    socket: socket as Socket,
    connected: once(socket, ca === undefined ? 'connect' : 'secureConnect').then(
      () => true,
      () => false,
    ),
    /** Everything received so far, with one character for each byte. */
    received: () => received,
    /** Waits until the received bytes contain `text`. */
    until: async (text: string) => {
      while (!received.includes(text)) await once(socket, 'data');
    },
    /** Resolves with everything received, when the connection has closed. */
    closed: new Promise<string>((resolve) => socket.on('close', () => resolve(received))),
    // Sends a TCP reset. An ending socket is destroyed without one, because Node would never close
    // it after a reset.
    reset: (): unknown =>
      tcp.writableEnded || socket.writableEnded ? socket.destroy() : tcp.resetAndDestroy(),
  };
}

export type RawResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/**
 * Bytes of value 0. They complete any unfinished body but form no request, so the service does not
 * wait for more.
 */
const tail = Buffer.alloc(70_000);

/**
 * Sends the bytes, and then zeros that make the server close the connection. Resolves with all
 * responses.
 */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawResponse[]> {
  const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  const { socket, received, closed } = openSocket(port, Buffer.concat([sent, tail]));
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    socket.destroy();
  }, patienceMs);
  // An event stream never ends by itself, so the client closes the connection.
  socket.on(
    'data',
    () => /\r\ncontent-type: text\/event-stream/i.test(received()) && socket.destroy(),
  );
  const text = await closed;
  clearTimeout(timer);
  const shown = JSON.stringify(sent.toString('latin1'));
  assert.ok(!hangs, `the response to ${shown} does not end: ${text}`);
  const responses = parseResponses(text);
  assert.ok(
    !responses.some(({ status }) => status === 408),
    `the server waited for more of ${shown}`,
  );
  return responses;
}

/**
 * Sends one HTTP request, and asserts that the server sends one response before it closes the
 * connection.
 */
export async function exchangeOne(port: number, bytes: string | Buffer): Promise<RawResponse> {
  const [response, ...others] = await exchange(port, bytes);
  assert.ok(response !== undefined && others.length === 0, `${others.length} more responses`);
  return response;
}

/** Parses all responses that a connection received. Throws if there is any other text. */
export function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) [A-Za-z -]+$/.exec(line)?.[1];
    assert.ok(
      end !== -1 && status !== undefined,
      `no response: ${JSON.stringify(rest.slice(0, 200))}`,
    );
    const headers = new Map(lines.map(parseHeader));
    assert.equal(headers.size, lines.length, 'a header was sent twice');
    rest = rest.slice(end + 4);
    if (status === '100') continue;
    const { body, bytes } = parseBody(rest, headers);
    rest = rest.slice(bytes);
    responses.push({ status: Number(status), headers, body });
  }
  return responses;
}

function parseHeader(line: string): [string, string] {
  const [, name, value] = /^([A-Za-z-]+): ([\x20-\x7e]*)$/.exec(line) ?? [];
  assert.ok(name !== undefined && value !== undefined, `no header: ${JSON.stringify(line)}`);
  return [name.toLowerCase(), value];
}

function parseBody(
  rest: string,
  headers: ReadonlyMap<string, string>,
): { body: string; bytes: number } {
  // A response to a HEAD request states a length but has no body.
  if (rest === '' || rest.startsWith('HTTP/1.1 ')) return { body: '', bytes: 0 };
  const length = headers.get('content-length');
  if (length !== undefined) {
    assert.ok(rest.length >= Number(length), 'the body is shorter than its length');
    return { body: rest.slice(0, Number(length)), bytes: Number(length) };
  }
  if (headers.get('transfer-encoding') === 'chunked') return parseChunks(rest);
  assert.equal(headers.get('connection'), 'close', 'the body has no end');
  return { body: rest, bytes: rest.length };
}

function parseChunks(rest: string): { body: string; bytes: number } {
  let body = '';
  for (let at = 0; at < rest.length; ) {
    const line = /^([\da-f]+)\r\n/.exec(rest.slice(at, at + 12));
    assert.ok(line, 'a malformed chunk');
    const size = Number.parseInt(line[1] as string, 16);
    at += line[0].length;
    body += rest.slice(at, at + size);
    at += size + 2;
    if (size === 0) return { body, bytes: at };
  }
  // The last chunk is missing only if the client has closed an event stream before the end of the
  // stream.
  return { body, bytes: rest.length };
}

/**
 * Asserts that a response has a request id and the security headers, is no 5xx, and has the
 * specified error format.
 */
export function assertProper({ status, headers, body }: RawResponse): void {
  assert.match(headers.get('x-request-id') ?? '', /^[\w.:+/=@~-]{1,128}$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(
    headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  );
  assert.ok(!headers.has('server') && !headers.has('x-powered-by'));
  assert.ok(status >= 200 && status < 500, `${status} ${body}`);
  if (status < 400 || body === '') return;
  assertError({ status, headers }, Buffer.from(body, 'latin1').toString());
}
