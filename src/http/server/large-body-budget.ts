import type { ServerLimits } from './message.ts';

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
