import { type Item, type PetId, quantityMax } from '@pawstock/shared/item.ts';
import { lowLevel } from '@pawstock/shared/pet-details.ts';
import type { DetailsList } from '../../inventory/details-cache.ts';
import { gzipBody, gzipWhole, plainBody } from '../../inventory/snapshot/list-body.ts';
import type { PetRow, SegmentedList } from '../../inventory/snapshot/segmented-list.ts';
import { Snapshot } from '../../inventory/snapshot/snapshot.ts';
import {
  header,
  InventoryItem,
  jsonResponse,
  ledgerSeqHeader,
  linkHeader,
} from '../openapi/responses.ts';
import { operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import {
  Limit,
  PetIdQuery,
  PetIdsQuery,
  PetStatusSchema,
  queryBoolean,
  queryInteger,
} from '../request/fields.ts';
import { acceptsGzip, ifNoneMatchHeader, matchesETag } from '../request/headers.ts';
import { nextLink } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { z } from '../zod.ts';
import { ledgerSeq } from './changes.ts';

const Query = z.object({
  status: PetStatusSchema.optional(),
  minQuantity: queryInteger(0, quantityMax, 'The smallest quantity.'),
  maxQuantity: queryInteger(0, quantityMax, 'The largest quantity.'),
  low: queryBoolean(
    'true for pets at or below their low level, or that of the shop where they have none.',
  ),
  limit: Limit,
  after: PetIdQuery,
  petIds: PetIdsQuery,
});

const pageHeaders = {
  ETag: header(
    'The version of the whole list, as a weak tag. It changes with every change of any pet.',
  ),
  ...ledgerSeqHeader,
  ...linkHeader,
};

export const listInventory = operation({
  operationId: 'listInventory',
  method: 'GET',
  path: '/inventory',
  tag: 'inventory',
  stability: 'stable',
  scope: 'read',
  summary: 'List inventory',
  description: 'Returns the current stock levels of all pets in the store, ascending by petId.',
  query: Query,
  headers: ifNoneMatchHeader,
  responses: {
    200: jsonResponse(z.array(InventoryItem), 'The stock level of every pet.', pageHeaders),
  },
  specifiedErrors: [401],
  handle(context, { query }) {
    const { snapshot } = context.app.inventory;
    const isWhole = Object.values(query).every((value) => value === undefined);
    return isWhole
      ? listResponse(context, snapshot, String(snapshot.seq), { headers: ledgerSeq(snapshot.seq) })
      : partOfList(context, query);
  },
});

async function partOfList(context: Context, query: z.output<typeof Query>): Promise<HttpResponse> {
  const { inventory } = context.app;
  const lows = query.low === undefined ? undefined : await inventory.details.list();
  const { snapshot } = inventory;
  const { seq } = snapshot;
  // With the `low` filter, the list also depends on the pets' details, so its ETag includes their
  // revision number and the level of the shop.
  const { lowAt } = inventory.shop;
  const tag = lows === undefined ? String(seq) : `${seq}.${lows.revision}.${lowAt}`;
  const make = () => {
    const { items, more } = select(snapshot, query, lows && { details: lows, shopLowAt: lowAt });
    const last = more ? items.at(-1) : undefined;
    const link = last && nextLink(context, Query, { after: String(last.petId) });
    const headers = { ...ledgerSeq(seq), ...link };
    return listResponse(context, Snapshot.of(seq, items), tag, { headers, gzip: gzipWhole });
  };
  return query.limit === undefined ? inventory.reads.makeInTurn(context.key, make) : make();
}

/**
 * Selects the pets that match the query, up to its `limit`, and tells whether further pets match.
 */
function select(snapshot: Snapshot, query: z.output<typeof Query>, levels?: Levels) {
  const {
    status,
    minQuantity = 0,
    maxQuantity = quantityMax,
    limit = Number.POSITIVE_INFINITY,
  } = query;
  const items: Item[] = [];
  for (const item of selectedRows(snapshot, query.petIds, query.after)) {
    if (status !== undefined && item.status !== status) continue;
    if (item.quantity < minQuantity || item.quantity > maxQuantity) continue;
    if (levels !== undefined && isLow(item, levels) !== query.low) continue;
    if (items.length === limit) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}

type Levels = { readonly details: DetailsList; readonly shopLowAt: number };

function isLow({ petId, quantity }: Item, { details, shopLowAt }: Levels): boolean {
  return quantity <= lowLevel(details.get(petId), shopLowAt);
}

/** The rows of a list with these petIds, or all rows, after a petId, ascending. */
export function selectedRows<R extends PetRow>(
  list: SegmentedList<R>,
  petIds: readonly PetId[] | undefined,
  after: PetId | undefined,
): Iterable<R> {
  if (petIds === undefined) return list.rowsAfter(after ?? null);
  const wanted = new Set(petIds.filter((petId) => after === undefined || petId > after));
  return [...BigInt64Array.from(wanted).sort()].flatMap((petId) => list.get(petId) ?? []);
}

type ListResponseOptions = {
  readonly headers?: HttpResponse['headers'] | undefined;
  /**
   * The function that compresses the list. The default keeps the compressed list for later
   * requests.
   */
  readonly gzip?: (list: SegmentedList) => Promise<HttpResponse['body']>;
};

/**
 * Responds with a list (in gzip if the client accepts gzip) or 304 if the client has the list:
 * docs/decisions/0006.
 */
export function listResponse(
  context: Context,
  list: SegmentedList,
  tag: string,
  { headers = {}, gzip = gzipBody }: ListResponseOptions = {},
): HttpResponse | Promise<HttpResponse> {
  const common = {
    etag: `W/"${tag}"`,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding',
    ...headers,
  };
  if (matchesETag(context.header('if-none-match'), tag)) return context.response(304, null, common);
  const send = (body: HttpResponse['body'], encoding: HttpResponse['headers']) =>
    context.response(200, body, { ...common, ...encoding, 'content-type': 'application/json' });
  if (!acceptsGzip(context.header('accept-encoding'))) return send(plainBody(list), {});
  return gzip(list).then((body) => send(body, { 'content-encoding': 'gzip' }));
}
