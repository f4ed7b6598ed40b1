import type { Answer, AnswerStream } from '../exchange.ts';
import { answerHead } from './answer-head.ts';
import type { CallerSocket } from './caller-socket.ts';

type Form = {
  readonly keepAlive: boolean;
  /** An answer to HEAD has the headers of the answer to GET, and no body. */
  readonly withoutBody: boolean;
  readonly takesChunks: boolean;
};

/** Writes an answer. Returns nothing if the socket took all of it at once, else a promise of when it has, or is closed. */
export function writeAnswer(socket: CallerSocket, answer: Answer, form: Form): Promise<void> | undefined {
  const { body } = answer;
  if (body === null || typeof body === 'string') return written(socket, writeText(socket, answer, body ?? '', form));
  if (body instanceof Uint8Array) return written(socket, writeBytes(socket, answer, body, form));
  return writeStream(socket, answer, body, form);
}

function writeText(socket: CallerSocket, answer: Answer, body: string, { keepAlive, withoutBody }: Form): boolean {
  const isEmpty = answer.status === 204 || answer.status === 304 || (withoutBody && answer.body === null);
  const length = isEmpty ? undefined : Buffer.byteLength(body);
  const head = answerHead(answer, { keepAlive, length, chunked: false });
  return socket.write(withoutBody ? head : head + body);
}

function writeBytes(socket: CallerSocket, answer: Answer, body: Uint8Array, { keepAlive, withoutBody }: Form): boolean {
  const head = answerHead(answer, { keepAlive, length: body.length, chunked: false });
  if (withoutBody) return socket.write(head, 'latin1');
  if (head.length > headRoomBytes) return writeBoth(socket, head, body);
  let envelope = envelopes.get(body);
  if (envelope === undefined) {
    envelope = Buffer.alloc(headRoomBytes + body.length);
    envelope.set(body, headRoomBytes);
    envelopes.set(body, envelope);
  }
  const start = headRoomBytes - head.length;
  envelope.write(head, start, 'latin1');
  const hasRoom = socket.write(envelope.subarray(start));
  // What has not left yet must not change.
  if (socket.writableLength > 0) envelopes.delete(body);
  return hasRoom;
}

/**
 * The same bytes are sent again and again, so each has a copy with room for a head before it: both leave in one call
 * to the system, and nothing is put together. Writing the two after one another costs a third more on Bun.
 */
const envelopes = new WeakMap<Uint8Array, Buffer>();
const headRoomBytes = 2_048;

function writeBoth(socket: CallerSocket, head: string, body: Uint8Array): boolean {
  socket.cork();
  socket.write(head, 'latin1');
  const hasRoom = socket.write(body);
  socket.uncork();
  return hasRoom;
}

async function writeStream(socket: CallerSocket, answer: Answer, stream: AnswerStream, form: Form): Promise<void> {
  const { length } = stream;
  const chunked = length === undefined && form.takesChunks;
  socket.write(answerHead(answer, { keepAlive: form.keepAlive, length, chunked }), 'latin1');
  // Whoever has gone before this will not be heard of again.
  if (form.withoutBody || socket.destroyed) {
    stream.cancel?.();
    return;
  }
  const cancel = () => stream.cancel?.();
  socket.once('close', cancel);
  for await (const piece of stream.pieces) {
    const parts = piece instanceof Uint8Array ? [piece] : piece;
    if (!(chunked ? writeChunk(socket, parts) : writeParts(socket, parts))) await drained(socket);
    if (socket.destroyed) return;
  }
  socket.off('close', cancel);
  if (chunked && !socket.write('0\r\n\r\n', 'latin1')) await drained(socket);
}

function writeParts(socket: CallerSocket, parts: readonly Uint8Array[]): boolean {
  socket.cork();
  const hasRoom = parts.map((part) => socket.write(part)).at(-1) ?? true;
  socket.uncork();
  return hasRoom;
}

function writeChunk(socket: CallerSocket, parts: readonly Uint8Array[]): boolean {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  socket.cork();
  socket.write(`${bytes.toString(16)}\r\n`, 'latin1');
  for (const part of parts) socket.write(part);
  const hasRoom = socket.write('\r\n', 'latin1');
  socket.uncork();
  return hasRoom;
}

function written(socket: CallerSocket, hasRoom: boolean): Promise<void> | undefined {
  return hasRoom ? undefined : drained(socket);
}

/** Resolves when the reader has taken what was written, or has gone. */
function drained(socket: CallerSocket): Promise<void> {
  if (socket.destroyed || !socket.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}
