import { parseExactJson } from '../../domain/exact-json.ts';
import type { PetId } from '../../domain/item.ts';
import { nameJson, type PetName } from '../../domain/pet-name.ts';
import type { StoredName } from '../../store/store.ts';
import { mergeRows, Segment, segmentIndex, splitIntoSegments } from './segment.ts';

/** Neighbouring names, kept as JSON only: they are sent as they are, and seldom change. */
class NameSegment extends Segment {
  static split(names: readonly PetName[]): NameSegment[] {
    return splitIntoSegments(
      names,
      (some) => new NameSegment((some[0] as PetName).petId, Buffer.from(`,${some.map(nameJson).join(',')}`)),
    );
  }

  override get byteLength(): number {
    return this.json.length;
  }

  get names(): PetName[] {
    const rows = parseExactJson(`[${this.json.toString('utf8', 1)}]`) as { petId: number | bigint; name: string }[];
    return rows.map(({ petId, name }) => ({ petId: BigInt(petId), name }));
  }

  /** Searches the bytes, since parsing them takes most of a millisecond. Within a name quotes are escaped. */
  nameOf(petId: PetId): string | undefined {
    const start = this.json.indexOf(`{"petId":${petId},`);
    if (start === -1) return undefined;
    const end = this.json.indexOf(',{"petId":', start);
    return (JSON.parse(this.json.toString('utf8', start, end === -1 ? undefined : end)) as PetName).name;
  }

  protected override makeJson(): never {
    throw new Error('the segment was made with its JSON');
  }
}

/** All names as of a revision, ascending by petId. It never changes. */
export class NameList {
  readonly revision: number;
  readonly segments: readonly NameSegment[];

  private constructor(revision: number, segments: readonly NameSegment[]) {
    this.revision = revision;
    this.segments = segments;
  }

  static of(revision: number, names: readonly PetName[]): NameList {
    return new NameList(revision, NameSegment.split(names));
  }

  static async load(revision: number, pages: AsyncIterable<readonly StoredName[]>): Promise<NameList> {
    const segments = await Array.fromAsync(pages, (page) => NameSegment.split(page.filter(isNamed)));
    return new NameList(revision, segments.flat());
  }

  get byteLength(): number {
    return this.segments.reduce((bytes, segment) => bytes + segment.byteLength, 0);
  }

  get(petId: PetId): string | undefined {
    return this.segments[segmentIndex(this.segments, petId)]?.nameOf(petId);
  }

  /** Names of pets with a petId above `after`, ascending. */
  *namesAfter(after: PetId | null): Generator<PetName> {
    const start = after === null ? 0 : segmentIndex(this.segments, after);
    for (const { names } of this.segments.slice(start)) {
      for (const name of names) if (after === null || name.petId > after) yield name;
    }
  }

  /** The list after these changes. Untouched segments are shared. */
  apply(revision: number, changes: readonly StoredName[]): NameList {
    const bySegment = Map.groupBy(changes, ({ petId }) => segmentIndex(this.segments, petId));
    // An empty list has no segment to change.
    const segments = this.segments.length === 0 ? [undefined] : this.segments;
    const changed = segments.flatMap((segment, index) => {
      const stored = bySegment.get(index)?.map((name) => [name.petId, isNamed(name) ? name : undefined] as const);
      return stored === undefined
        ? (segment ?? [])
        : NameSegment.split(mergeRows(segment?.names ?? [], new Map(stored)));
    });
    return new NameList(revision, changed);
  }
}

function isNamed(stored: StoredName): stored is StoredName & PetName {
  return stored.name !== null;
}
