import { barcodeKey } from '@pawstock/shared/barcode.ts';
import { petStatuses } from '@pawstock/shared/item.ts';
import type { PetStatus } from 'pawstock-client/inventory-types.ts';
import { locale } from '../messages/language.ts';
import { byId, type Compare, fold, type Pet, parseWrittenId } from './pet.ts';

export type StockLevel = 'out' | 'low' | 'enough';

export type Filter = {
  readonly status: PetStatus | 'all';
  readonly level: 'all' | 'low' | 'out';
  /** What the user searches for: part of an ID, of a name or of a barcode. */
  readonly search: string;
};

export const noFilter: Filter = { status: 'all', level: 'all', search: '' };

/**
 * Whether a pet is low or out of stock. A pet's own `lowAt` replaces the general threshold for low
 * stock.
 */
export function levelOf(
  { quantity, lowAt }: Pick<Pet, 'quantity' | 'lowAt'>,
  lowThreshold: number,
): StockLevel {
  if (quantity === 0) return 'out';
  return quantity <= (lowAt ?? lowThreshold) ? 'low' : 'enough';
}

/**
 * Returns a function that tells whether a pet matches the filter. The search text is converted once
 * for all pets.
 */
export function matcherOf(
  { status, level, search }: Filter,
  lowThreshold: number,
): (pet: Pet) => boolean {
  const wanted = fold(search);
  const id = parseWrittenId(search)?.toString();
  return (pet) => {
    if (status !== 'all' && pet.status !== status) return false;
    if (level !== 'all' && levelOf(pet, lowThreshold) !== level) return false;
    if (wanted === '' || pet.text.includes(wanted) || pet.text === id) return true;
    return pet.foldedName.includes(wanted) || pet.foldedBarcode.includes(wanted);
  };
}

/** The start and end of the first match of a search in a text; undefined if there is none. */
export function placeIn(
  text: string,
  search: string,
): readonly [start: number, end: number] | undefined {
  const wanted = fold(search);
  if (wanted === '') return undefined;
  // Case and accents are removed character by character: in a whole text, the position of the match
  // could shift.
  const starts: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const part = /\s/.test(character) ? ' ' : fold(character);
    starts.push(...Array.from({ length: part.length }, () => at));
    folded += part;
    at += character.length;
  }
  const index = folded.indexOf(wanted);
  return index < 0 ? undefined : [starts[index] ?? at, starts[index + wanted.length] ?? at];
}

export function isFiltering({ status, level, search }: Filter): boolean {
  return status !== 'all' || level !== 'all' || search !== '';
}

const columns = ['pet', 'name', 'quantity', 'status'] as const;
export type Column = (typeof columns)[number];

export type Sort = { readonly by: Column; readonly descending: boolean };

const collator = new Intl.Collator(locale);

const comparators: Readonly<Record<Column, Compare>> = {
  pet: byId,
  name: (a, b) => collator.compare(a.name, b.name),
  quantity: (a, b) => a.quantity - b.quantity,
  status: (a, b) => petStatuses.indexOf(a.status) - petStatuses.indexOf(b.status),
};

/**
 * Ranks pets for a search: first by a barcode equal to the search text, then by an equal ID, then
 * by an equal name.
 */
export function rankBy(search: string): (pet: Pet) => number {
  const wanted = fold(search);
  const id = parseWrittenId(search)?.toString();
  const code = barcodeKey(search.trim());
  return ({ text, foldedName, barcodeKey: key }) => {
    if (wanted === '') return 0;
    return key === code ? 3 : text === id ? 2 : foldedName === wanted ? 1 : 0;
  };
}

/** Compares pets by a column of the table, and by ID if the values in the column are equal. */
export function compareBy({ by, descending }: Sort): Compare {
  const hasName = ({ name }: Pet) => Number(by === 'name' && name !== '');
  const compareColumn = comparators[by];
  const sign = descending ? -1 : 1;
  return (a, b) => hasName(b) - hasName(a) || sign * compareColumn(a, b) || byId(a, b);
}

export type ViewState = { readonly filter: Filter; readonly sort: Sort };

const levels = ['low', 'out'] as const;

/**
 * The filter and the sort order are in the URL, so that they survive a reload and can be
 * bookmarked.
 */
export function parseQuery(query: string): ViewState {
  const params = new URLSearchParams(query);
  const by = params.get('sort') ?? '';
  return {
    filter: {
      status: petStatuses.find((status) => status === params.get('status')) ?? noFilter.status,
      level: levels.find((level) => level === params.get('stock')) ?? noFilter.level,
      search: params.get('search') ?? noFilter.search,
    },
    sort: {
      by: columns.find((column) => column === by.replace(/^-/, '')) ?? 'pet',
      descending: by.startsWith('-'),
    },
  };
}

/** The query of the URL for a filter and a sort order; empty if both have their default values. */
export function formatQuery({ filter, sort }: ViewState): string {
  const params = new URLSearchParams();
  if (filter.status !== noFilter.status) params.set('status', filter.status);
  if (filter.level !== noFilter.level) params.set('stock', filter.level);
  if (filter.search !== noFilter.search) params.set('search', filter.search);
  if (sort.by !== 'pet' || sort.descending)
    params.set('sort', `${sort.descending ? '-' : ''}${sort.by}`);
  return params.size === 0 ? '' : `?${params}`;
}
