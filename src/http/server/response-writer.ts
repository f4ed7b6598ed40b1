import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SlowReaders } from '../slow-readers.ts';
import type { BodyStream, HttpResponse } from './message.ts';

/**
 * Larger response bodies are sent in pieces of this size, so that Node never buffers a whole one
 * for a slow client.
 */
const pieceBytes = 64 * 1024;

/**
 * Sends a response. Returns a promise if the body is a stream or is sent in pieces. After the last
 * response of a connection, the caller ends the socket. `res.end()` would destroy the socket at
 * once, and a client that is still sending a request body could lose the response.
 */
export function writeResponse(
  res: ServerResponse,
  { status, headers, body }: HttpResponse,
  slowReaders: SlowReaders,
): Promise<void> | undefined {
  const isLast = headers['connection'] === 'close';
  const bytes = inPieces(body);
  if (isStream(bytes)) {
    res.writeHead(status, withLength(headers, bytes.length));
    return writeStream(res, bytes, { slowReaders, isLast });
  }
  const length = Buffer.byteLength(bytes ?? '');
  res.writeHead(status, withLength(headers, bytes === null ? undefined : length));
  // For a body of ASCII characters, latin1 gives the same bytes as UTF-8, and Node writes it
  // faster.
  const encoding = length === bytes?.length ? 'latin1' : 'utf8';
  if (!isLast) res.end(bytes, encoding);
  else {
    if (bytes !== null) res.write(bytes, encoding);
    res.flushHeaders();
  }
  const { socket } = res.req;
  if (socket.writableLength > 0) {
    const retained = bytes instanceof Uint8Array ? bytes.buffer : { byteLength: length };
    const release = slowReaders.add([retained], () => disconnect(socket));
    onceClosed(res, release);
  }
  return undefined;
}

function withLength(
  headers: HttpResponse['headers'],
  length: number | undefined,
): OutgoingHttpHeaders {
  return length === undefined ? headers : { ...headers, 'content-length': `${length}` };
}

function isStream(body: HttpResponse['body']): body is BodyStream {
  return body !== null && typeof body !== 'string' && !(body instanceof Uint8Array);
}

/** A long body as a stream of pieces. A short body is sent at once, so it stays as it is. */
function inPieces(body: HttpResponse['body']): HttpResponse['body'] {
  if (body === null || isStream(body) || body.length <= pieceBytes) return body;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { chunks: piecesOf(bytes), length: bytes.length, retained: [bytes.buffer] };
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}

type StreamOptions = { readonly slowReaders: SlowReaders; readonly isLast: boolean };

async function writeStream(
  res: ServerResponse,
  stream: BodyStream,
  { slowReaders, isLast }: StreamOptions,
) {
  const { length, retained, onClose } = stream;
  const { socket, method } = res.req;
  let unsentBytes = length ?? Number.POSITIVE_INFINITY;
  let release: (() => void) | undefined;
  let wake: (() => void) | undefined;
  res.on('drain', () => wake?.());
  onceClosed(res, () => {
    release?.();
    wake?.();
    onClose?.();
  });
  try {
    for await (const chunk of method === 'HEAD' ? [] : stream.chunks) {
      if (res.destroyed) return;
      const buffers = chunk instanceof Uint8Array ? [chunk] : chunk;
      let hasRoom = true;
      for (const buffer of buffers) {
        unsentBytes -= buffer.length;
        hasRoom = res.write(buffer);
      }
      if (!hasRoom)
        release ??= slowReaders.add(retained.length > 0 ? retained : buffers, () =>
          disconnect(socket),
        );
      // A response is complete once its last byte is written, even if a slow client has not read
      // all of it.
      if (unsentBytes === 0) break;
      if (hasRoom) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (retained.length > 0) continue;
      // The client has read the chunk, so this response no longer counts against the memory limit
      // of slow clients.
      release?.();
      release = undefined;
    }
  } catch (error) {
    // Ending the response would make a truncated response look complete, so its connection is
    // destroyed.
    res.destroy();
    throw error;
  }
  if (isLast && length !== undefined) res.flushHeaders();
  else res.end();
}

/** Calls the callback when the response has been sent or the client has disconnected. */
function onceClosed(res: ServerResponse, callback: () => void): void {
  if (res.destroyed) callback();
  else res.once('close', callback);
}

/**
 * Disconnects a client. A TCP connection is reset, because the kernel would otherwise keep the
 * unread bytes for long. A TLS socket, or a socket that is already closing, is destroyed: Node
 * cannot reset it.
 */
export function disconnect(socket: Socket): void {
  if (socket instanceof TLSSocket || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
