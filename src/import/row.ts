import type { PetId, PetStatus } from '../domain/item.ts';
import type { Details } from '../domain/pet-details.ts';
import { limits } from '../limits.ts';
import { type ChoiceProblem, describeProblem, type ImportProblem } from './problem.ts';

/** One pet as an import file describes it. Details are null where the file says nothing about them. */
export type ImportRow = Details & {
  /** null where the file has none: the barcode tells which pet the row is about. */
  readonly petId: PetId | null;
  readonly quantity: number;
  /** null where the file says nothing about it: a new pet becomes available, any other keeps its status. */
  readonly status: PetStatus | null;
};

/** The line is null for a fault of the file as a whole. */
export type ImportFault = { readonly line: number | null } & (
  | { readonly kind: 'row'; readonly problem: ImportProblem }
  /** A row can be left out. A fault of the file must be corrected there. */
  | { readonly kind: 'file'; readonly problem: ImportProblem }
  /** The user must choose between several ways to read the file. */
  | { readonly kind: 'choice'; readonly problem: ImportProblem | ChoiceProblem }
);

/** Questions about a file that only the user can answer. */
export type ImportQuestions = {
  /** The first number that is a thousand or a fraction, by what its separator means. */
  readonly thousands: string | undefined;
  /** Statuses that are none of ours, each once. An empty one is that of an empty cell. */
  readonly statuses: readonly string[];
  readonly negatives: number;
};

/** Why nothing in a file can be read, or nothing after a line. */
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

/** Whether a value cannot be used: in its place there is its problem, the only object among values. */
export function isProblem(value: unknown): value is ImportProblem {
  return typeof value === 'object' && value !== null;
}

/** Whether an answer of the user would make the value usable. */
export function isAnswerable({ code }: ImportProblem): boolean {
  return ['ambiguous', 'negative', 'emptyStatus', 'unknownStatus'].includes(code);
}

/** A row that may have problems in place of values. */
export type ReadRow = { readonly [Field in keyof ImportRow]: ImportRow[Field] | ImportProblem };

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

  add(line: number, row: ReadRow): void {
    const { petId, barcode } = row;
    const petLine = this.#linesOfPets.get(petId as PetId);
    const barcodeLine = this.#linesOfBarcodes.get(barcode as string);
    const problems = Object.values(row).filter(isProblem);
    if (petId === null && barcode === null) problems.unshift({ code: 'empty', field: 'barcode' });
    if (barcodeLine !== undefined) problems.unshift({ code: 'barcodeTwice', text: `${barcode}`, line: barcodeLine });
    if (petLine !== undefined) problems.unshift({ code: 'petTwice', petId: petId as PetId, line: petLine });
    // An answer does not help a row, such as a total, that cannot be read anyway.
    const areAnswerable = problems.every(isAnswerable);
    for (const problem of problems) this.#addProblem(line, problem, areAnswerable);
    if (problems.length > 0) return;
    // Only rows that can be read are noted: if such a row is left out, a later row of the same pet counts.
    if (petId !== null) this.#linesOfPets.set(petId as PetId, line);
    if (barcode !== null) this.#linesOfBarcodes.set(barcode as string, line);
    this.lines.set(row as ImportRow, line);
    this.rows.push(row as ImportRow);
  }

  #addProblem(line: number, problem: ImportProblem, isAnswerable: boolean): void {
    if (isAnswerable && problem.code === 'emptyStatus') this.#statuses.add('');
    if (isAnswerable && problem.code === 'unknownStatus') this.#statuses.add(problem.text);
    if (isAnswerable && problem.code === 'negative') this.#negatives++;
    if (!isAnswerable || problem.code !== 'ambiguous') this.faults.push({ line, problem, kind: 'row' });
    else if (this.#thousands === undefined) {
      this.#thousands = problem.text;
      this.faults.push({ line, problem, kind: 'choice' });
    }
  }
}

/** Text without case, accents, spaces, punctuation and the stroke that lengthens Arabic words, so that `Pet ID`, `pet_id` and `PETID` are the same name. */
export function simplified(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}]|ـ/gu, '');
}

/** Text with digits and letters of ASCII in place of Arabic, Persian and full-width ones, and without marks of direction. */
export function asciiNumber(text: string): string {
  return text
    .replaceAll(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
