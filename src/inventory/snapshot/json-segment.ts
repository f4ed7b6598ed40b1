import { type Gzipped, gzipPart } from './gzip-parts.ts';

/**
 * A run of neighbouring rows of a list with their JSON, built when it is first needed. A segment never changes: a change
 * makes a new one, so a slow reader keeps what it began with, and what did not change is never made again.
 */
export abstract class JsonSegment {
  #gzippedFirst: Gzipped | undefined;
  #gzippedLater: Gzipped | undefined;
  #json: Buffer | undefined;

  /** About what it takes as JSON. */
  abstract get byteLength(): number;

  /** The rows' JSON, each after a comma, the first one too: so segments join as they are. */
  protected abstract makeJson(): Buffer;

  get json(): Buffer {
    this.#json ??= this.makeJson();
    return this.#json;
  }

  /** Takes the same bytes from elsewhere, where they lie among others, and gives up its own. */
  adoptJson(json: Buffer): void {
    this.#json = json;
  }

  /** The JSON, deflated so that it can stand in a gzip stream, if that has been done. The first has no comma before it. */
  gzippedAs(isFirst: boolean): Gzipped | undefined {
    return isFirst ? this.#gzippedFirst : this.#gzippedLater;
  }

  async gzip(isFirst: boolean): Promise<Gzipped> {
    // A compressed list does not need the plain bytes, which take twelve times as much.
    const json = this.#json ?? this.makeJson();
    const part = await gzipPart(isFirst ? json.subarray(1) : json);
    if (isFirst) this.#gzippedFirst = part;
    else this.#gzippedLater = part;
    return part;
  }
}
