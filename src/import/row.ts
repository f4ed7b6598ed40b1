import type { PetId, PetStatus } from '../domain/item.ts';
import { isPetName, petNameRule } from '../domain/pet-details.ts';
import { limits } from '../limits.ts';

/** One pet as an import file describes it. */
export type ImportRow = {
  readonly petId: PetId;
  readonly quantity: number;
  /** null where the file says nothing about it: a new pet becomes available, any other keeps its status. */
  readonly status: PetStatus | null;
  /** null where the file says nothing about it. */
  readonly name: string | null;
};

export type ImportFault = {
  /** null for a fault of the file as a whole. */
  readonly line: number | null;
  readonly message: string;
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

/** Why a value in the file cannot be used. */
export class BadValue {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A row whose values may be bad. */
export type ReadRow = { readonly [Field in keyof ImportRow]: ImportRow[Field] | BadValue };

/** Collects the rows of a file and everything that is wrong with it. */
export class RowCollector {
  readonly rows: ImportRow[] = [];
  readonly faults: ImportFault[] = [];
  readonly #lineOfPet = new Map<PetId, number>();

  addFault(line: number | null, message: string): void {
    this.faults.push({ line, message });
  }

  add(line: number, { petId, quantity, status, name }: ReadRow): void {
    const faultsBefore = this.faults.length;
    const earlierLine = petId instanceof BadValue ? undefined : this.#lineOfPet.get(petId);
    if (earlierLine !== undefined) this.addFault(line, `petId ${petId} is on line ${earlierLine} already`);
    else if (!(petId instanceof BadValue)) this.#lineOfPet.set(petId, line);
    for (const value of [petId, quantity, status, name]) {
      if (value instanceof BadValue) this.addFault(line, value.message);
    }
    if (this.faults.length === faultsBefore) this.rows.push({ petId, quantity, status, name } as ImportRow);
  }
}

const shownCharactersMax = 60;

/** A value for a message. Quotes show where it begins and ends. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text);
}

/** A line break or tab in a spreadsheet cell becomes a space. A cell without text says nothing about the name. */
export function nameFrom(text: string): string | null | BadValue {
  const name = text.replaceAll(/[\t\n\v\f\r]+/g, ' ');
  if (name.trim() === '') return null;
  return isPetName(name) ? name : new BadValue(`name must be ${petNameRule}, not ${quoted(name)}`);
}
