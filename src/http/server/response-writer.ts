import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { BodyStream, HttpResponse } from './message.ts';
import type { SlowReaders } from './slow-readers.ts';

/** Larger bodies are sent in pieces of this size, so that what a slow client has not taken is not queued as a whole. */
const pieceBytes = 64 * 1024;

type Options = {
  readonly slowReaders: SlowReaders;
  /**
   * Whether the connection closes after this response. Node destroys the socket at the end of such a response, and a
   * client that is still sending may then lose it. So it is not ended, if its length tells the client where it ends.
   */
  readonly isLast: boolean;
  /** Called when the last byte has been handed to the socket. */
  readonly onWritten: () => void;
};

/** Sends a response. Returns a promise only if the body is a stream or longer than a piece. */
export function writeResponse(
  res: ServerResponse,
  { status, headers, body }: HttpResponse,
  options: Options,
): Promise<void> | undefined {
  const content = typeof body === 'string' && body.length > pieceBytes ? Buffer.from(body) : (body ?? '');
  const stream = streamOf(content);
  if (stream !== undefined) {
    res.writeHead(status, rawHeaders(headers, stream.length));
    return writeStream(res, stream, options);
  }
  const bytes = content as string | Uint8Array;
  const length = Buffer.byteLength(bytes);
  const isHead = res.req.method === 'HEAD';
  const hasLength = status !== 204 && status !== 304 && !(body === null && isHead);
  res.writeHead(status, rawHeaders(headers, hasLength ? length : undefined));
  // ASCII is written without being encoded.
  const encoding = length === bytes.length ? 'latin1' : 'utf8';
  if (!options.isLast) res.end(bytes, encoding);
  else if (isHead || length === 0) res.flushHeaders();
  else res.write(bytes, encoding);
  options.onWritten();
  if (res.req.socket.writableLength > 0) {
    const retained = typeof bytes === 'string' ? { byteLength: length } : bytes.buffer;
    onceClosed(
      res,
      options.slowReaders.add([retained], () => disconnect(res.req.socket)),
    );
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

async function writeStream(res: ServerResponse, stream: BodyStream, options: Options): Promise<void> {
  const { slowReaders, isLast, onWritten } = options;
  const { length, retained, onClose } = stream;
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
    for await (const chunk of res.req.method === 'HEAD' ? [] : stream.chunks) {
      if (res.destroyed) return;
      const buffers = chunk instanceof Uint8Array ? [chunk] : chunk;
      let hasRoom = true;
      for (const buffer of buffers) {
        unsentBytes -= buffer.length;
        hasRoom = res.write(buffer);
      }
      if (!hasRoom)
        release ??= slowReaders.add(retained.length > 0 ? retained : buffers, () => disconnect(res.req.socket));
      // With its last byte the response is complete, whether or not the client has room.
      if (unsentBytes === 0) break;
      if (hasRoom) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Only the chunk was held.
      if (retained.length === 0) {
        release?.();
        release = undefined;
      }
    }
  } catch (error) {
    // Destroy, not end(): a truncated response must not look complete.
    res.destroy();
    throw error;
  }
  if (isLast && length !== undefined) res.flushHeaders();
  else res.end();
  onWritten();
}

/** Calls back once: when the response has been sent or the client has gone. */
function onceClosed(res: ServerResponse, callback: () => void): void {
  if (res.destroyed) callback();
  else res.once('close', callback);
}

/**
 * Resets the connection: closing it would leave the unread bytes with the kernel, which waits for the client far longer.
 * TLS has no reset of its own, and Node never closes a socket that is reset while it shuts down.
 */
export function disconnect(socket: Socket): void {
  if (socket instanceof TLSSocket || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
