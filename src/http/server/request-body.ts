import type { IncomingMessage } from 'node:http';
import { malformed, ProtocolError, type ServerLimits } from './message.ts';

/**
 * What large bodies may take together while they arrive. An ordinary body needs none of it, so batches that never end
 * keep no client from an ordinary request.
 */
export class LargeBodyBudget {
  readonly #limits: ServerLimits;
  #bytes = 0;

  constructor(limits: ServerLimits) {
    this.#limits = limits;
  }

  /** Takes what a body of this size needs beyond what it has taken; returns its new share, or undefined if there is no room. */
  grow(taken: number, bodyBytes: number): number | undefined {
    const share = Math.max(0, bodyBytes - this.#limits.bodyBytesMax);
    if (this.#bytes + share - taken > this.#limits.largeBodiesBytesMax) return undefined;
    this.#bytes += share - taken;
    return share;
  }

  release(taken: number): void {
    this.#bytes -= taken;
  }
}

export type BodyOptions = { readonly limits: ServerLimits; readonly largeBodyBudget: LargeBodyBudget };

type PendingBody = Pick<PromiseWithResolvers<Uint8Array>, 'promise' | 'reject'>;

/** Chunks kept apart before they are joined: a client may send a byte at a time, and a chunk costs far more than a byte. */
const unjoinedChunksMax = 256;

/** Reads a body as it arrives, up to the limits. `reject` ends the wait for it. */
export function collectBody(
  req: IncomingMessage,
  bytesMax: number,
  { limits, largeBodyBudget }: BodyOptions,
): PendingBody {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  let chunks: Buffer[] = [];
  let count = 0;
  let bytes = 0;
  let taken = 0;
  const refuse = (error: ProtocolError) => {
    chunks = [];
    req.removeAllListeners('data');
    // The rest is read and dropped, so that the client gets the response; but small chunks cost too much for that.
    if (error === tooManyChunks) req.pause();
    reject(error);
  };
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) return refuse(bodyTooLarge(bytesMax));
    if (++count > limits.bodyChunksMax) return refuse(tooManyChunks);
    const share = largeBodyBudget.grow(taken, bytes);
    if (share === undefined) return refuse(tooManyBodies);
    taken = share;
    if (chunks.length === unjoinedChunksMax) chunks = [Buffer.concat(chunks)];
    chunks.push(chunk);
  });
  req.on('end', () => resolve(Buffer.concat(chunks)));
  req.on('error', () => reject(bodyCutOff));
  req.on('close', () => reject(bodyCutOff));
  return { promise: promise.finally(() => largeBodyBudget.release(taken)), reject };
}

/** What has arrived and is not read yet; Node hands it out a chunk at a time. */
export function readBuffered(req: IncomingMessage): Buffer {
  const chunks: Buffer[] = [];
  for (let chunk: Buffer | null = req.read(); chunk !== null; chunk = req.read()) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

export function bodyTooLarge(bytesMax: number): ProtocolError {
  return new ProtocolError('body_too_large', `The body is larger than ${bytesMax} bytes. Send less at a time.`);
}

const tooManyChunks = malformed('The body arrives in too many small pieces. Send larger chunks.');

const bodyCutOff = malformed('The body ended before it was complete.');

const tooManyBodies = new ProtocolError(
  'overloaded',
  'Too many large bodies are arriving. Try again in a moment, or send less at a time.',
);
