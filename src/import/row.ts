import type { PetId, PetStatus } from '../domain/item.ts';
import type { Details } from '../domain/pet-details.ts';
import { limits } from '../limits.ts';

/** One pet as an import file describes it. Details are null where the file says nothing about them. */
export type ImportRow = Details & {
  /** null where the file has none: the barcode tells which pet the row is about. */
  readonly petId: PetId | null;
  readonly quantity: number;
  /** null where the file says nothing about it: a new pet becomes available, any other keeps its status. */
  readonly status: PetStatus | null;
};

export type ImportFault = {
  /** null for a fault of the file as a whole. */
  readonly line: number | null;
  readonly message: string;
  /** A row can be left out, and a choice settles what is unclear. A fault of the file must be corrected there. */
  readonly kind: 'row' | 'choice' | 'file';
};

/** What only the user knows about a file. */
export type ImportQuestions = {
  /** The first number that is a thousand or a fraction, by what its separator means. */
  readonly thousands: string | undefined;
  /** Statuses that are none of ours, each once. An empty one is that of an empty cell. */
  readonly statuses: readonly string[];
  /** How many quantities are below zero. */
  readonly negatives: number;
};

/** Why nothing in a file can be read, or nothing after a line. */
export class FileFault extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

export const rowLimit = `this row has more than ${limits.importRowBytesMax / 1e6} MB, which is the most that a row can have`;

/** Why a value in the file cannot be used, and the question whose answer would make it usable. */
export class BadValue {
  readonly message: string;
  readonly question: 'thousands' | 'status' | 'negative' | undefined;
  readonly text: string;

  constructor(message: string, question?: BadValue['question'], text = '') {
    this.message = message;
    this.question = question;
    this.text = text;
  }
}

/** A row whose values may be bad. */
export type ReadRow = { readonly [Field in keyof ImportRow]: ImportRow[Field] | BadValue };

/** Collects the rows of a file and everything that is wrong with it. */
export class RowCollector {
  readonly rows: ImportRow[] = [];
  readonly faults: ImportFault[] = [];
  readonly lines = new Map<ImportRow, number>();
  readonly #linesOfPets = new Map<PetId, number>();
  readonly #linesOfBarcodes = new Map<string, number>();
  readonly #statuses = new Set<string>();
  #thousands: string | undefined;
  #negatives = 0;

  get questions(): ImportQuestions {
    return { thousands: this.#thousands, statuses: [...this.#statuses], negatives: this.#negatives };
  }

  addFault(line: number | null, message: string, kind: ImportFault['kind']): void {
    this.faults.push({ line, message, kind });
  }

  add(line: number, row: ReadRow): void {
    const { petId, barcode } = row;
    const petLine = this.#linesOfPets.get(petId as PetId);
    const barcodeLine = this.#linesOfBarcodes.get(barcode as string);
    const bad = [
      petLine !== undefined && new BadValue(`pet ${petId} is on line ${petLine} already`),
      barcodeLine !== undefined &&
        new BadValue(`the barcode ${quoted(`${barcode}`)} is on line ${barcodeLine} already`),
      petId === null && barcode === null && new BadValue('the barcode is empty'),
      ...Object.values(row),
    ].filter((value) => value instanceof BadValue);
    // An answer does not help a row, such as a total, that cannot be read anyway.
    const isAnswerable = bad.every(({ question }) => question !== undefined);
    for (const value of bad) this.#addBadValue(line, value, isAnswerable);
    if (bad.length > 0) return;
    // Only of a row that can be read: if it is left out, a later one of the same pet counts.
    if (petId !== null) this.#linesOfPets.set(petId as PetId, line);
    if (barcode !== null) this.#linesOfBarcodes.set(barcode as string, line);
    this.lines.set(row as ImportRow, line);
    this.rows.push(row as ImportRow);
  }

  #addBadValue(line: number, { message, question, text }: BadValue, isAnswerable: boolean): void {
    if (isAnswerable && question === 'status') this.#statuses.add(text);
    if (isAnswerable && question === 'negative') this.#negatives++;
    if (!isAnswerable || question !== 'thousands') this.addFault(line, message, 'row');
    else if (this.#thousands === undefined) {
      this.#thousands = text;
      this.addFault(line, message, 'choice');
    }
  }
}

const shownCharactersMax = 60;

/** A value for a message. Quotes show where it begins and ends. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text);
}

/** Text without case, accents, spaces and punctuation, so that `Pet ID`, `pet_id` and `PETID` are the same name. */
export function simplified(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
