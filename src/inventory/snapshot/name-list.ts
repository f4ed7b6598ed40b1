import type { PetId } from '../../domain/item.ts';
import { nameJson, type PetName } from '../../domain/pet-name.ts';
import type { StoredName } from '../../store/tables.ts';
import { type Changes, Segment } from './segment.ts';
import { mergeRows, SegmentedList, splitIntoSegments } from './segmented-list.ts';

/** All names as of a revision. */
export class NameList extends SegmentedList<PetName> {
  readonly revision: number;

  private constructor(revision: number, segments: readonly Segment<PetName>[]) {
    super(segments);
    this.revision = revision;
  }

  static of(revision: number, names: readonly PetName[]): NameList {
    return new NameList(revision, splitNames(names));
  }

  static async load(revision: number, pages: AsyncIterable<readonly StoredName[]>): Promise<NameList> {
    const segments = await Array.fromAsync(pages, (page) => splitNames(page.filter(isNamed)));
    return new NameList(revision, segments.flat());
  }

  apply(revision: number, stored: readonly StoredName[]): NameList {
    const changes = stored.map((name) => [name.petId, isNamed(name) ? name : undefined] as const);
    return new NameList(revision, this.segmentsAfter(changes, splitNames));
  }
}

/** The JSON of a row without the name. */
const rowBytes = 40;

class NameSegment extends Segment<PetName> {
  readonly #names: readonly string[];

  constructor(names: readonly PetName[]) {
    super(BigInt64Array.from(names, ({ petId }) => petId));
    this.#names = names.map(({ name }) => name);
  }

  override get byteLength(): number {
    return this.#names.reduce((bytes, name) => bytes + rowBytes + name.length, 0);
  }

  override apply(changes: Changes<PetName>): Segment<PetName>[] {
    return splitNames(mergeRows(this.rows, changes));
  }

  protected override rowAt(index: number): PetName {
    return { petId: this.petIds[index] as PetId, name: this.#names[index] as string };
  }

  protected override rowJson(name: PetName): string {
    return nameJson(name);
  }
}

function splitNames(names: readonly PetName[]): Segment<PetName>[] {
  return splitIntoSegments(names, (some) => new NameSegment(some));
}

function isNamed(stored: StoredName): stored is StoredName & PetName {
  return stored.name !== null;
}
