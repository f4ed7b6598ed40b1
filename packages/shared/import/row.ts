import { barcodeKey } from '../barcode.ts';
import type { PetId, PetStatus } from '../item.ts';
import { limits } from '../limits.ts';
import type { Details } from '../pet-details.ts';
import {
  type ChoiceProblem,
  describeProblem,
  type ImportField,
  type ImportProblem,
} from './problem.ts';

/** One pet as an import file describes it. A detail that the file does not mention is null. */
export type ImportRow = Details & {
  /** null if the row has no ID. The barcode then tells which pet the row is about. */
  readonly petId: PetId | null;
  readonly quantity: number;
  /**
   * null if the file has no status. A new pet is then available, and an existing pet keeps its
   * status.
   */
  readonly status: PetStatus | null;
  /**
   * The article code beside the barcode of a row without an ID; null if it has none. The row is
   * about the pet that has it, if no pet has the barcode.
   */
  readonly articleCode: string | null;
  readonly line: number;
};

/** A fault of an import file. The line is null if the fault is about the whole file. */
export type ImportFault = { readonly line: number | null } & (
  | { readonly kind: 'row'; readonly problem: ImportProblem }
  /**
   * A fault of kind `file` must be corrected in the file. A row with a fault (kind `row`) can also
   * be left out.
   */
  | { readonly kind: 'file'; readonly problem: ImportProblem }
  /**
   * A fault of kind `choice` needs a decision of the user, such as which column has the quantity.
   */
  | { readonly kind: 'choice'; readonly problem: ImportProblem | ChoiceProblem }
);

/** Questions about an import file that only the user can answer. */
export type ImportQuestions = {
  /**
   * The first number such as `1,234` or `1.234`, which is ambiguous; undefined if the file has
   * none.
   */
  readonly thousands: string | undefined;
  /**
   * The statuses in the file that Pawstock does not know. An empty text stands for an empty cell.
   */
  readonly statuses: readonly string[];
  readonly negatives: number;
  /** The locations of the file, of which the user must choose one; empty if there is no choice. */
  readonly locations: readonly string[];
};

/** An error that makes the import file unreadable, or unreadable from a line on. */
export class FileFault extends Error {
  readonly problem: ImportProblem;
  readonly line: number | null;

  constructor(problem: ImportProblem, line: number | null = null) {
    super(describeProblem(problem));
    this.problem = problem;
    this.line = line;
  }
}

export const rowTooLong = { code: 'rowTooLong', max: limits.importRowBytesMax / 1e6 } as const;

/** Whether a value is a problem. Problems are objects, and values from an import file never are. */
export function isProblem(value: unknown): value is ImportProblem {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether the user can solve the problem by answering a question, without changing the import file.
 */
function isAnswerable({ code }: ImportProblem): boolean {
  return ['ambiguous', 'negative', 'unknownStatus'].includes(code);
}

/** The fields of a row. Values that cannot be used are replaced with a problem. */
export type ReadFields = { readonly [Field in ImportField]: ImportRow[Field] | ImportProblem };

export type ReadRow = ReadFields & Pick<ImportRow, 'articleCode'>;

/** Why a row is skipped: it is not about a pet, and is no fault. */
export type SkipReason =
  | 'totalRows'
  | 'parentRows'
  | 'pictureRows'
  | 'giftCardRows'
  | 'serviceRows'
  | 'untrackedRows'
  | 'otherLocationRows';

/** Collects the rows of an import file, and the faults of the file. */
export class RowCollector {
  readonly rows: ImportRow[] = [];
  readonly faults: ImportFault[] = [];
  readonly #skipped = new Map<SkipReason, number>();
  readonly #linesOfPets = new Map<PetId, number>();
  readonly #linesOfBarcodes = new Map<string, number>();
  readonly #statuses = new Set<string>();
  #thousands: string | undefined;
  #negatives = 0;
  #locations: readonly string[] = [];

  get questions(): ImportQuestions {
    return {
      thousands: this.#thousands,
      statuses: [...this.#statuses],
      negatives: this.#negatives,
      locations: this.#locations,
    };
  }

  /** The skipped rows, counted by reason. */
  get skipped(): ImportProblem[] {
    return [...this.#skipped].map(([code, count]) => ({ code, count }));
  }

  /** Asks which of several locations is meant. */
  askForLocation(line: number, locations: readonly string[], chosen: string | undefined): void {
    this.#locations = locations;
    const problem: ChoiceProblem =
      chosen === undefined
        ? { code: 'severalLocations', names: locations }
        : { code: 'noSuchLocation', text: chosen, names: locations };
    this.faults.push({ line, problem, kind: 'choice' });
  }

  skip(reason: SkipReason): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  add(line: number, row: ReadRow): void {
    const { petId, barcode } = row;
    const petLine = this.#linesOfPets.get(petId as PetId);
    const key = typeof barcode === 'string' ? barcodeKey(barcode) : undefined;
    const barcodeLine = key === undefined ? undefined : this.#linesOfBarcodes.get(key);
    const problems = Object.values(row).filter(isProblem);
    if (petId === null && barcode === null) problems.unshift({ code: 'empty', field: 'barcode' });
    if (barcodeLine !== undefined)
      problems.unshift({ code: 'barcodeTwice', text: `${barcode}`, line: barcodeLine });
    if (petLine !== undefined)
      problems.unshift({ code: 'petTwice', petId: petId as PetId, line: petLine });
    // If no answer of the user can make the row readable, as with a row of totals, the row raises
    // no questions.
    const areAnswerable = problems.every(isAnswerable);
    for (const problem of problems) this.#addProblem(line, problem, areAnswerable);
    if (problems.length > 0) return;
    // Only rows without problems are recorded, so a faulty row does not make a later row of the
    // same pet a duplicate.
    if (petId !== null) this.#linesOfPets.set(petId as PetId, line);
    if (key !== undefined) this.#linesOfBarcodes.set(key, line);
    this.rows.push({ ...(row as ImportRow), line });
  }

  #addProblem(line: number, problem: ImportProblem, areAnswerable: boolean): void {
    if (areAnswerable && problem.code === 'unknownStatus') this.#statuses.add(problem.text);
    if (areAnswerable && problem.code === 'negative') this.#negatives++;
    if (!areAnswerable || problem.code !== 'ambiguous')
      this.faults.push({ line, problem, kind: 'row' });
    else if (this.#thousands === undefined) {
      this.#thousands = problem.text;
      this.faults.push({ line, problem, kind: 'choice' });
    }
  }
}

/**
 * Text without case, accents, spaces, punctuation and Arabic tatweel. `Pet ID` and `pet_id` become
 * equal.
 */
export function simplified(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}]|ـ/gu, '');
}

/**
 * Text with ASCII digits in place of Arabic and Persian ones, no full-width characters, and no
 * marks of direction.
 */
export function asciiNumber(text: string): string {
  return text
    .replaceAll(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
