import type { PetId } from '../../domain/item.ts';
import { type Details, detailsJson, hasDetails, type PetDetails } from '../../domain/pet-details.ts';
import type { StoredDetails } from '../../store/tables.ts';
import { type Changes, Segment } from './segment.ts';
import { mergeRows, SegmentedList, splitIntoSegments } from './segmented-list.ts';

/** The details of all pets that have any, as of a revision. */
export class DetailsList extends SegmentedList<PetDetails> {
  readonly revision: number;

  private constructor(revision: number, segments: readonly Segment<PetDetails>[]) {
    super(segments);
    this.revision = revision;
  }

  static async load(revision: number, pages: AsyncIterable<readonly StoredDetails[]>): Promise<DetailsList> {
    const segments = await Array.fromAsync(pages, (page) => splitDetails(page.filter(hasDetails)));
    return new DetailsList(revision, segments.flat());
  }

  apply(revision: number, stored: readonly StoredDetails[]): DetailsList {
    const changes = stored.map((details) => [details.petId, hasDetails(details) ? details : undefined] as const);
    return new DetailsList(revision, this.segmentsAfter(changes, splitDetails));
  }
}

/** The JSON of a row without its texts. */
const rowBytes = 70;

class DetailsSegment extends Segment<PetDetails> {
  readonly #details: readonly Details[];

  constructor(rows: readonly PetDetails[]) {
    super(BigInt64Array.from(rows, ({ petId }) => petId));
    this.#details = rows.map(({ name, barcode, lowAt }) => ({ name, barcode, lowAt }));
  }

  override get byteLength(): number {
    const lengthOf = ({ name, barcode }: Details) => rowBytes + (name?.length ?? 0) + (barcode?.length ?? 0);
    return this.#details.reduce((bytes, details) => bytes + lengthOf(details), 0);
  }

  override apply(changes: Changes<PetDetails>): Segment<PetDetails>[] {
    return splitDetails(mergeRows(this.rows, changes));
  }

  protected override rowAt(index: number): PetDetails {
    return { petId: this.petIds[index] as PetId, ...(this.#details[index] as Details) };
  }

  protected override rowJson(details: PetDetails): string {
    return detailsJson(details);
  }
}

function splitDetails(rows: readonly PetDetails[]): Segment<PetDetails>[] {
  return splitIntoSegments(rows, (some) => new DetailsSegment(some));
}
