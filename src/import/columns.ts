import { type DetailField, detailRules, mapDetails } from '../domain/pet-details.ts';
import { quoted, simplified } from './row.ts';
import { petIdFrom } from './values.ts';

type ColumnRule = {
  /** For people. */
  readonly title: string;
  readonly isRequired?: true;
  /** Names that stand for the field, as `simplified` writes them; `*` is any further text. */
  readonly aliases: readonly string[];
  /** Names that stand for it where none of the aliases is there. */
  readonly fallbacks?: readonly string[];
};

/** The columns that are read, with the names that Excel, shops and tills give them in English and German. */
const columnRules = {
  petId: {
    title: 'pet ID',
    isRequired: true,
    aliases: words(
      'petid id pet petno petnumber animalid itemid itemno itemnumber productid systemid tierid tiernr tiernummer',
    ),
    fallbacks: words('sku variantsku customsku artikelid artikelnr artikelnummer artnr'),
  },
  quantity: {
    title: 'quantity',
    isRequired: true,
    aliases: words(`
      quantity qty stock available count onhand onhandcurrent instock stocklevel stockquantity stockqty
      quantityonhand qtyonhand availablequantity inventoryquantity inventoryqty variantinventoryqty currentquantity*
      menge bestand lagerbestand lagermenge anzahl stückzahl aktuellemenge*`),
    fallbacks: words('inventory* *quantityonhand'),
  },
  status: { title: 'status', aliases: words('status petstatus availability verfügbarkeit') },
  ...mapDetails<Record<DetailField, ColumnRule>>((field) => {
    const { title, columnNames, otherColumnNames = '' } = detailRules[field];
    return { title, aliases: words(columnNames), fallbacks: words(otherColumnNames) };
  }),
} satisfies Record<string, ColumnRule>;

export type ImportField = keyof typeof columnRules;
export const importFields = Object.keys(columnRules) as ImportField[];

const ruleOf = (field: ImportField): ColumnRule => columnRules[field];
export const fieldTitle = (field: ImportField): string => ruleOf(field).title;
export const isRequired = (field: ImportField): boolean => ruleOf(field).isRequired ?? false;

/** Columns chosen by the user, by name or position. An empty name means that the file has no column for the field. */
export type ColumnChoice = { readonly [Field in ImportField]?: string | number };

/** How the columns of a table are read. */
export type ImportColumns = {
  /** The line of the header; null where there is no table. */
  readonly line: number | null;
  /** The first rows of the table, the header among them. */
  readonly head: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** The header, from left to right. */
  readonly names: readonly string[];
  /** The position of the column of each field that has one. */
  readonly positions: { readonly [Field in ImportField]?: number };
  /** Columns that are not read. */
  readonly ignored: readonly string[];
  /** Fields for which the user has to choose a column: none matches, or several do. */
  readonly unclear: readonly ImportField[];
};

export const noColumns: ImportColumns = {
  line: null,
  head: [],
  names: [],
  positions: {},
  ignored: [],
  unclear: [],
};

function words(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}

type FoundColumns = Pick<ImportColumns, 'positions' | 'unclear'> & { readonly faults: readonly string[] };

/** Finds the column of each field in a header. */
export function findColumns(
  names: readonly string[],
  choice: ColumnChoice,
  samples: readonly (readonly string[])[],
): FoundColumns {
  const positions: { [Field in ImportField]?: number } = {};
  const unclear: ImportField[] = [];
  const faults: string[] = [];
  const chosen = new Set(importFields.flatMap((field) => positionsOf(names, choice[field])));
  for (const field of importFields) {
    const chosenName = choice[field];
    const candidates =
      chosenName === undefined
        ? candidatesFor(field, names, samples).filter((at) => !chosen.has(at))
        : positionsOf(names, chosenName);
    const [position] = candidates;
    if (position !== undefined && candidates.length === 1) {
      positions[field] = position;
      continue;
    }
    if (position === undefined && !isRequired(field) && (chosenName ?? '') === '') continue;
    unclear.push(field);
    if (position === undefined) {
      const wanted = chosenName ? quoted(String(chosenName)) : `for the ${fieldTitle(field)}`;
      faults.push(`no column ${wanted}; the header is ${listed(names)}`);
    } else {
      const found = candidates.map((index) => names[index] ?? '');
      faults.push(`${found.length} columns could be the ${fieldTitle(field)}: ${listed(found)}`);
    }
  }
  return { positions, unclear, faults };
}

/** The columns whose names stand for a field. */
function candidatesFor(
  field: ImportField,
  names: readonly string[],
  samples: readonly (readonly string[])[],
): readonly number[] {
  const { aliases, fallbacks = [] } = ruleOf(field);
  const matching = (patterns: readonly string[]) =>
    [...names.keys()].filter((at) => patterns.some((pattern) => matches(pattern, names[at] ?? '')));
  const isFilled = (at: number, pattern = /./) => samples.some((row) => pattern.test(row[at] ?? ''));
  // "Low stock" can be a column of yes and no.
  const isOfWords = (at: number) => field === 'lowAt' && isFilled(at) && !isFilled(at, /\d/);
  const found = matching(aliases).filter((at) => !isOfWords(at));
  if (found.length === 0) return matching(fallbacks);
  // A shop's own ids need not be numbers; the number that is scanned is in another column then.
  if (field === 'petId' && samples.length > 0 && !found.some((at) => hasIds(samples, at))) {
    const others = matching(fallbacks).filter((at) => hasIds(samples, at));
    if (others.length > 0) return others;
  }
  // A till has columns for barcodes of several kinds, and a shop uses one of them.
  if (!isRequired(field) && found.length > 1) {
    const filled = found.filter((at) => isFilled(at));
    return filled.length > 0 ? filled : found.slice(0, 1);
  }
  // Shopify exports both, and what is available is a part of what is on hand.
  const isNamed = (at: number, start: string) => simplified(names[at] ?? '').startsWith(start);
  return found.some((at) => isNamed(at, 'onhand')) ? found.filter((at) => !isNamed(at, 'available')) : found;
}

function hasIds(samples: readonly (readonly string[])[], position: number): boolean {
  return samples.some((row) => typeof petIdFrom(row[position] ?? '', {}) === 'bigint');
}

/** A name with a question mark, such as "In stock?", is that of a column of yes and no. */
function matches(pattern: string, name: string): boolean {
  const text = simplified(name);
  if (name.trimEnd().endsWith('?')) return false;
  if (pattern.endsWith('*')) return text.startsWith(pattern.slice(0, -1));
  return pattern.startsWith('*') ? text.endsWith(pattern.slice(1)) : text === pattern;
}

/** The columns with exactly this name, else those whose name differs only in case, spaces or punctuation. */
function positionsOf(names: readonly string[], name: string | number | undefined): number[] {
  if (typeof name === 'number') return name in names ? [name] : [];
  if (name === undefined || simplified(name) === '') return [];
  const matching = (isMatch: (other: string) => boolean) => names.flatMap((other, at) => (isMatch(other) ? [at] : []));
  const same = matching((other) => other === name);
  return same.length > 0 ? same : matching((other) => simplified(other) === simplified(name));
}

const listedNamesMax = 20;

function listed(names: readonly string[]): string {
  const rest = names.length - listedNamesMax;
  return names.slice(0, listedNamesMax).map(quoted).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
