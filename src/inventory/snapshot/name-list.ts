import { parseExactJson } from '../../domain/exact-json.ts';
import type { PetId } from '../../domain/pet-id.ts';
import { nameJson, type PetName } from '../../domain/pet-name.ts';
import { limits } from '../../limits.ts';
import type { StoredName } from '../../store/store.ts';
import { JsonSegment } from './json-segment.ts';

/** Neighbouring names, kept as JSON only: they are sent as they are, and seldom change. */
class NameSegment extends JsonSegment {
  readonly first: PetId;

  private constructor(names: readonly PetName[]) {
    super();
    this.first = (names[0] as PetName).petId;
    this.adoptJson(Buffer.from(`,${names.map(nameJson).join(',')}`));
  }

  static cut(names: readonly PetName[]): NameSegment[] {
    const size = Math.ceil(names.length / Math.ceil(names.length / limits.segmentItemsMax));
    const segments: NameSegment[] = [];
    for (let start = 0; start < names.length; start += size) {
      segments.push(new NameSegment(names.slice(start, start + size)));
    }
    return segments;
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
  readonly byteLength: number;

  private constructor(revision: number, segments: readonly NameSegment[]) {
    this.revision = revision;
    this.segments = segments;
    this.byteLength = segments.reduce((bytes, segment) => bytes + segment.byteLength, 0);
  }

  static of(revision: number, names: readonly PetName[]): NameList {
    return new NameList(revision, NameSegment.cut(names));
  }

  static async load(revision: number, pages: AsyncIterable<readonly StoredName[]>): Promise<NameList> {
    const segments: NameSegment[] = [];
    for await (const page of pages) segments.push(...NameSegment.cut(page.filter(isNamed)));
    return new NameList(revision, segments);
  }

  get(petId: PetId): string | undefined {
    return this.segments[this.#segmentIndex(petId)]?.nameOf(petId);
  }

  /** Names of pets with a petId above `after`, ascending. */
  *namesAfter(after: PetId | null): Generator<PetName> {
    const start = after === null ? 0 : this.#segmentIndex(after);
    for (const segment of this.segments.slice(start)) {
      for (const name of segment.names) if (after === null || name.petId > after) yield name;
    }
  }

  /** The list after these changes. Untouched segments are shared. */
  after(revision: number, changes: readonly StoredName[]): NameList {
    const bySegment = Map.groupBy(changes, ({ petId }) => this.#segmentIndex(petId));
    // An empty list has no segment to change.
    const segments = this.segments.length === 0 ? [undefined] : this.segments;
    const changed = segments.flatMap((segment, index) => {
      const named = bySegment.get(index);
      return named === undefined ? (segment ?? []) : NameSegment.cut(merge(segment?.names ?? [], named));
    });
    return new NameList(revision, changed);
  }

  /** The last segment that begins at or before the pet: where its name stands, or would. */
  #segmentIndex(petId: PetId): number {
    let low = 0;
    let high = this.segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.segments[middle] as NameSegment).first <= petId) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }
}

function merge(names: readonly PetName[], changes: readonly StoredName[]): PetName[] {
  const changed = new Set(changes.map(({ petId }) => petId));
  const kept = names.filter(({ petId }) => !changed.has(petId));
  return [...kept, ...changes.filter(isNamed)].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}

function isNamed(stored: StoredName): stored is StoredName & PetName {
  return stored.name !== null;
}
