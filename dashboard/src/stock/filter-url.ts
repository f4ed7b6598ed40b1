import { type Filter, noFilter } from './filter.ts';
import { statuses } from './pet.ts';
import type { Column, Sort } from './sort.ts';

/** The filter and the sort order in the query of the page's URL, so that they survive a reload and can be bookmarked. */

type ViewState = { readonly filter: Filter; readonly sort: Sort };

const columns: readonly Column[] = ['pet', 'name', 'quantity', 'status'];
const levels = ['low', 'out'] as const;

export function parseQuery(query: string): ViewState {
  const params = new URLSearchParams(query);
  const by = params.get('sort') ?? '';
  return {
    filter: {
      status: statuses.find((status) => status === params.get('status')) ?? noFilter.status,
      level: levels.find((level) => level === params.get('stock')) ?? noFilter.level,
      search: params.get('search') ?? noFilter.search,
    },
    sort: { by: columns.find((column) => column === by.replace(/^-/, '')) ?? 'pet', descending: by.startsWith('-') },
  };
}

/** Leaves out what is as usual: the query is empty if nothing is filtered or sorted. */
export function formatQuery({ filter, sort }: ViewState): string {
  const params = new URLSearchParams();
  if (filter.status !== noFilter.status) params.set('status', filter.status);
  if (filter.level !== noFilter.level) params.set('stock', filter.level);
  if (filter.search !== noFilter.search) params.set('search', filter.search);
  if (sort.by !== 'pet' || sort.descending) params.set('sort', `${sort.descending ? '-' : ''}${sort.by}`);
  return params.size === 0 ? '' : `?${params}`;
}
