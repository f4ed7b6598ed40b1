import { ProtocolError } from './message.ts';

/**
 * What large bodies may take together while they arrive. An ordinary body needs none of it, so batches that never end
 * keep no client from an ordinary request.
 */
export class LargeBodyBudget {
  readonly #freeBytes: number;
  readonly #bytesMax: number;
  #bytes = 0;

  /** `freeBytes` of each body do not count. */
  constructor(freeBytes: number, bytesMax: number) {
    this.#freeBytes = freeBytes;
    this.#bytesMax = bytesMax;
  }

  /** Takes what a body of this size needs beyond what it has taken; returns its new share, or why there is none. */
  grow(taken: number, bodyBytes: number): number | ProtocolError {
    const share = Math.max(0, bodyBytes - this.#freeBytes);
    if (this.#bytes + share - taken > this.#bytesMax) return tooManyBodies;
    this.#bytes += share - taken;
    return share;
  }

  release(taken: number): void {
    this.#bytes -= taken;
  }
}

const tooManyBodies = new ProtocolError(
  'overloaded',
  'Too many large bodies are arriving. Try again in a moment, or send less at a time.',
  { connection: 'close' },
);
