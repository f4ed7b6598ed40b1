import { limits } from '../../limits.ts';

/**
 * The room that large bodies share while they arrive. An ordinary body needs none of it, so whoever fills it with
 * batches that never end keeps nobody from an ordinary call.
 */
export class BodyRoom {
  #bytes = 0;

  /** How much of the room a body of this size takes. */
  static share(bodyBytes: number): number {
    return Math.max(0, bodyBytes - limits.bodyBytesMax);
  }

  /** Whether there was room for so much more. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > limits.largeBodiesBytesMax) return false;
    this.#bytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes;
  }
}
