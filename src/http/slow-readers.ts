import type { Retained } from './server/message.ts';

type Reader = { readonly retained: readonly Retained[]; readonly disconnect: () => void };

/**
 * The responses that wait for slow clients, and the memory that these responses hold. Memory that
 * several responses share counts once. Over the memory limit, the responses that have waited
 * longest are cut off: docs/decisions/0011.
 */
export class SlowReaders {
  readonly #bytesMax: () => number;
  readonly #readers = new Set<Reader>();
  /** The objects in memory that waiting responses hold, each with the number of these responses. */
  readonly #holders = new Map<Retained, number>();
  #bytes = 0;

  constructor(bytesMax: () => number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a response that waits for a slow client, and returns a function that removes it.
   * `disconnect` cuts it off.
   */
  add(retained: readonly Retained[], disconnect: () => void): () => void {
    const reader = { retained, disconnect };
    this.#readers.add(reader);
    for (const object of retained) {
      const holders = this.#holders.get(object) ?? 0;
      if (holders === 0) this.#bytes += object.byteLength;
      this.#holders.set(object, holders + 1);
    }
    for (const oldest of this.#readers) {
      if (this.#bytes <= this.#bytesMax()) break;
      this.#remove(oldest);
      oldest.disconnect();
    }
    return () => this.#remove(reader);
  }

  #remove(reader: Reader): void {
    if (!this.#readers.delete(reader)) return;
    for (const object of reader.retained) {
      const holders = (this.#holders.get(object) ?? 0) - 1;
      if (holders > 0) this.#holders.set(object, holders);
      else {
        this.#holders.delete(object);
        this.#bytes -= object.byteLength;
      }
    }
  }
}
