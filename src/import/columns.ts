import { quoted } from './row.ts';

export const importFields = ['petId', 'quantity', 'status', 'name'] as const;
type ImportField = (typeof importFields)[number];

/** Columns chosen by the user, by name or position. An empty name means that the file has no column for the field. */
export type ColumnChoice = { readonly [Field in ImportField]?: string | number };

/** How the columns of a CSV file are read. */
export type ImportColumns = {
  /** The header, from left to right. */
  readonly names: readonly string[];
  /** The position of the column of each field that has one. */
  readonly positions: { readonly [Field in ImportField]?: number };
  /** Columns that are not read. */
  readonly ignored: readonly string[];
  /** The first rows, to tell columns apart by what is in them. */
  readonly samples: readonly (readonly string[])[];
  /** Fields for which the user has to choose a column: none matches, or several do. */
  readonly unclear: readonly ImportField[];
};

export const noColumns: ImportColumns = { names: [], positions: {}, ignored: [], samples: [], unclear: [] };

/** Column names that stand for a field, as `simplified` writes them. Each is in one list only. */
const aliases: Readonly<Record<ImportField, readonly string[]>> = {
  petId: words(`
    petid id pet petno petnumber animalid itemid itemno itemnumber productid
    tierid tiernr tiernummer artikelid artikelnr artikelnummer artnr`),
  quantity: words(`
    quantity qty stock available count onhand instock stocklevel stockquantity stockqty
    quantityonhand qtyonhand availablequantity inventoryquantity inventoryqty variantinventoryqty
    menge bestand lagerbestand anzahl stückzahl`),
  status: words('status petstatus availability verfügbarkeit'),
  name: words('name petname itemname productname title tiername artikelname bezeichnung artikelbezeichnung'),
};

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Text without case, spaces and punctuation, so that `Pet ID`, `pet_id` and `PETID` are the same name. */
export function simplified(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Finds the column of each field in a header. */
export function findColumns(
  names: readonly string[],
  choice: ColumnChoice,
  onFault: (message: string) => void,
): ImportColumns {
  const positions: { [Field in ImportField]?: number } = {};
  const unclear: ImportField[] = [];
  const chosen = new Set(importFields.flatMap((field) => positionsOf(names, choice[field])));
  for (const field of importFields) {
    const chosenName = choice[field];
    const candidates =
      chosenName === undefined
        ? [...names.keys()].filter((at) => aliases[field].includes(simplified(names[at] ?? '')) && !chosen.has(at))
        : positionsOf(names, chosenName);
    const [position] = candidates;
    if (position !== undefined && candidates.length === 1) {
      positions[field] = position;
      continue;
    }
    const isOptional = (field === 'status' || field === 'name') && (chosenName ?? '') === '';
    if (position === undefined && isOptional) continue;
    unclear.push(field);
    if (position === undefined) {
      const wanted = chosenName ? quoted(String(chosenName)) : `for ${field}`;
      onFault(`no column ${wanted}; the header is ${listed(names)}`);
    } else {
      const found = candidates.map((index) => names[index] ?? '');
      onFault(`${found.length} columns could be ${field}: ${listed(found)}`);
    }
  }
  const used = new Set(Object.values(positions));
  const ignored = [...new Set(names.filter((name, index) => name !== '' && !used.has(index)))];
  return { names, positions, ignored, samples: [], unclear };
}

/** The columns with exactly this name, else those whose name differs only in case, spaces or punctuation. */
function positionsOf(names: readonly string[], name: string | number | undefined): number[] {
  if (typeof name === 'number') return name in names ? [name] : [];
  if (name === undefined || simplified(name) === '') return [];
  const matching = (matches: (other: string) => boolean) => names.flatMap((other, at) => (matches(other) ? [at] : []));
  const same = matching((other) => other === name);
  return same.length > 0 ? same : matching((other) => simplified(other) === simplified(name));
}

const listedNamesMax = 20;

function listed(names: readonly string[]): string {
  const rest = names.length - listedNamesMax;
  return names.slice(0, listedNamesMax).map(quoted).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
