import type { PetId } from '../../domain/item.ts';
import { type Gzipped, gzipPart } from './gzip.ts';

export type PetRow = { readonly petId: PetId };

/** New rows of pets, in order; undefined where a row goes. */
export type Changes<R extends PetRow> = readonly (readonly [petId: PetId, row: R | undefined])[];

export const segmentRowsMax = 256;

/**
 * A run of neighbouring rows of a list with their JSON, built when it is first needed. A segment never changes: a change
 * makes a new one, so a slow reader keeps what it began with, and what did not change is never made again. See
 * docs/decisions/0016.
 */
export abstract class Segment<R extends PetRow = PetRow> {
  /** Ascending. */
  protected readonly petIds: BigInt64Array;
  readonly first: PetId;
  #json: Buffer | undefined;
  #gzipped: Gzipped | undefined;
  #gzippedWithoutComma: Gzipped | undefined;

  constructor(petIds: BigInt64Array) {
    this.petIds = petIds;
    this.first = petIds[0] as PetId;
  }

  /** About what it takes as JSON. */
  abstract get byteLength(): number;

  /** The segment after these changes; several if it grows too large, none if nothing is left of it. */
  abstract apply(changes: Changes<R>): Segment<R>[];

  protected abstract rowAt(index: number): R;

  protected abstract rowJson(row: R): string;

  get count(): number {
    return this.petIds.length;
  }

  get rows(): R[] {
    return Array.from({ length: this.count }, (_, index) => this.rowAt(index));
  }

  find(petId: PetId): R | undefined {
    const index = this.indexOf(petId);
    return index === undefined ? undefined : this.rowAt(index);
  }

  protected indexOf(petId: PetId): number | undefined {
    const index = bisect(this.count, (at) => (this.petIds[at] as PetId) < petId);
    return this.petIds[index] === petId ? index : undefined;
  }

  /** The rows' JSON, each after a comma, the first one too: so segments join as they are. */
  get json(): Buffer {
    this.#json ??= this.#makeJson();
    return this.#json;
  }

  /** Takes a part of a larger buffer that has the same bytes, and gives up its own. */
  adoptJson(json: Buffer): void {
    this.#json = json;
  }

  /** The JSON, deflated so that it can stand in a gzip stream, if that has been done. The first segment of a list has no comma before it. */
  gzippedAs(isFirst: boolean): Gzipped | undefined {
    return isFirst ? this.#gzippedWithoutComma : this.#gzipped;
  }

  async gzip(isFirst: boolean): Promise<Gzipped> {
    // A compressed list does not need the plain bytes, which take twelve times as much.
    const json = this.#json ?? this.#makeJson();
    const part = await gzipPart(isFirst ? json.subarray(1) : json);
    if (isFirst) this.#gzippedWithoutComma = part;
    else this.#gzipped = part;
    return part;
  }

  #makeJson(): Buffer {
    return Buffer.from(`,${this.rows.map((row) => this.rowJson(row)).join(',')}`);
  }
}

/** The first index for which `isBefore` does not hold, as it does for all before it. */
export function bisect(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
