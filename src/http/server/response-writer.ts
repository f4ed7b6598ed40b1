import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { BodyStream, HttpResponse } from './message.ts';
import type { SlowReaders } from './slow-readers.ts';

/** Larger bodies are sent in pieces of this size, so that what a slow client has not taken is not queued as a whole. */
const pieceBytes = 64 * 1024;

/** Sends a response. Returns a promise only where the body is a stream or longer than a piece. */
export function writeResponse(
  res: ServerResponse,
  { status, headers, body }: HttpResponse,
  slowReaders: SlowReaders,
): Promise<void> | undefined {
  const content = typeof body === 'string' && body.length > pieceBytes ? Buffer.from(body) : (body ?? '');
  const stream = streamOf(content);
  if (stream !== undefined) {
    if (stream.onClose !== undefined) onFirst(['close'], res, stream.onClose);
    res.writeHead(status, rawHeaders(headers, stream.length));
    return writeStream(res, stream, slowReaders);
  }
  const bytes = content as string | Uint8Array;
  const length = Buffer.byteLength(bytes);
  const hasLength = status !== 204 && status !== 304 && !(body === null && res.req.method === 'HEAD');
  res.writeHead(status, rawHeaders(headers, hasLength ? length : undefined));
  // ASCII is written without being encoded.
  res.end(bytes, length === bytes.length ? 'latin1' : 'utf8');
  // Without a socket it waits in Node for the response before it to be taken.
  if (res.socket === null || res.socket.writableLength > 0) {
    const retained = typeof bytes === 'string' ? { byteLength: length } : bytes.buffer;
    const release = slowReaders.add([retained], () => disconnect(res.req.socket));
    onFirst(['close'], res, release);
  }
  return undefined;
}

/** Alternating names and values, which Node takes as they are. */
function rawHeaders(headers: HttpResponse['headers'], length: number | undefined): string[] {
  const raw: string[] = [];
  for (const name in headers) raw.push(name, headers[name] as string);
  if (length !== undefined) raw.push('content-length', String(length));
  return raw;
}

/** undefined for a body that is sent at once. */
function streamOf(body: NonNullable<HttpResponse['body']>): BodyStream | undefined {
  if (typeof body === 'string') return undefined;
  if (!(body instanceof Uint8Array)) return body;
  return body.length > pieceBytes ? piecesOf(body) : undefined;
}

function piecesOf(bytes: Uint8Array): BodyStream {
  function* pieces() {
    for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
  }
  return { chunks: pieces(), length: bytes.length, retained: [bytes.buffer] };
}

/** Holds on to nothing but the stream: this may take as long as the client likes. */
async function writeStream(res: ServerResponse, stream: BodyStream, slowReaders: SlowReaders): Promise<void> {
  const { chunks, retained } = stream;
  let unsentBytes = stream.length ?? Number.POSITIVE_INFINITY;
  let release: (() => void) | undefined;
  onFirst(['close'], res, () => release?.());
  if (res.req.method === 'HEAD' || isClosed(res)) {
    res.end();
    return;
  }
  try {
    for await (const chunk of chunks) {
      if (isClosed(res)) return;
      const buffers = chunk instanceof Uint8Array ? [chunk] : chunk;
      let hasRoom = true;
      for (const buffer of buffers) {
        unsentBytes -= buffer.length;
        hasRoom = res.write(buffer);
      }
      const held = retained.length > 0 ? retained : buffers;
      if (!hasRoom) release ??= slowReaders.add(held, () => disconnect(res.req.socket));
      // With the last byte it is complete, whether or not the client has room: it may send its next request at once.
      if (unsentBytes === 0) break;
      if (hasRoom) continue;
      await new Promise<void>((resolve) => onFirst(['close', 'drain'], res, resolve));
      // Only the chunk was held.
      if (retained.length === 0) {
        release?.();
        release = undefined;
      }
    }
    res.end();
  } catch (error) {
    // Destroy, not end(): a truncated response must not look complete.
    res.destroy();
    throw error;
  }
}

/**
 * Resets the connection: closing it would leave the unread bytes with the kernel, which waits for the client far longer.
 * TLS has no reset of its own, and Node never closes a socket that is reset while it shuts down.
 */
export function disconnect(socket: Socket): void {
  if (socket instanceof TLSSocket || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * Calls back once, at the first of these events, or now if the client has gone. A response that waits for the one before it
 * has no socket yet, and does not learn that its client has gone, so the request's socket is watched, too.
 */
function onFirst(events: readonly ('close' | 'drain')[], res: ServerResponse, callback: () => void): void {
  const emitters = [res, res.req.socket];
  let isDone = false;
  const done = () => {
    for (const event of events) for (const emitter of emitters) emitter.off(event, done);
    // The socket's event leads to the response's, and a listener that is taken off meanwhile is still called.
    if (!isDone) callback();
    isDone = true;
  };
  for (const event of events) for (const emitter of emitters) emitter.on(event, done);
  if (isClosed(res)) done();
}

const isClosed = (res: ServerResponse) => res.destroyed || res.req.socket.destroyed;
