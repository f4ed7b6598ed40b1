import { type Item, quantityMax } from '../../domain/item.ts';
import { Snapshot } from '../../inventory/snapshot.ts';
import { acceptsGzip } from '../accepts-gzip.ts';
import type { Call } from '../call.ts';
import { namesTag } from '../etag.ts';
import type { Answer } from '../exchange.ts';
import { gzipBody, plainBody } from '../list-body.ts';
import type { ListPiece } from '../list-readers.ts';
import type { Operation } from '../operation.ts';
import { nextLink, queryOf } from '../query.ts';
import { errorResponses, jsonResponse } from '../responses.ts';
import { AfterPetId, InventoryItem, Limit, PetStatusSchema, QuantityBound } from '../schemas.ts';
import { z } from '../zod.ts';

export const listInventory: Operation = {
  operationId: 'listInventory',
  method: 'get',
  path: '/inventory',
  tag: 'inventory',
  stability: 'stable',
  scope: 'read',
  summary: 'List inventory',
  description: 'Returns the current stock levels of all pets in the store, ascending by petId.',
  request: {},
  responses: {
    200: jsonResponse(z.array(InventoryItem), 'The stock level of every pet.'),
    401: errorResponses[401],
    default: errorResponses.default,
  },
  handle: list,
};

/** Optional, and so not in the specified operation's OpenAPI entry. */
const Query = z.object({
  status: PetStatusSchema.optional(),
  minQuantity: QuantityBound('At least so many.'),
  maxQuantity: QuantityBound('At most so many.'),
  limit: Limit,
  after: AfterPetId,
});

function list(call: Call): Answer | Promise<Answer> {
  const { snapshot } = call.service.inventory;
  if (call.asked.query === undefined) return answerList(call, snapshot);
  const query = queryOf(call, Query);
  if (Object.values(query).every((value) => value === undefined)) return answerList(call, snapshot);
  const { items, more } = select(snapshot, query);
  const last = items.at(-1);
  const link = more && last !== undefined ? nextLink(call, Query, { after: String(last.petId) }) : {};
  return answerList(call, Snapshot.of(snapshot.seq, items), link);
}

/** The items that match, up to the limit, and whether there are more. */
function select(snapshot: Snapshot, query: z.output<typeof Query>): { items: Item[]; more: boolean } {
  const { status, minQuantity = 0, maxQuantity = quantityMax, limit = Number.POSITIVE_INFINITY } = query;
  const items: Item[] = [];
  for (const item of snapshot.itemsAfter(query.after ?? null)) {
    if (status !== undefined && item.status !== status) continue;
    if (item.quantity < minQuantity || item.quantity > maxQuantity) continue;
    if (items.length === limit) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}

function answerList(call: Call, snapshot: Snapshot, link: Record<string, string> = {}): Answer | Promise<Answer> {
  const version = String(snapshot.seq);
  const common = { etag: `W/"${version}"`, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...link };
  if (namesTag(call.header('if-none-match'), version)) return call.answer(304, null, common);
  const send = (body: Answer['body'], encoding: Record<string, string>) =>
    call.answer(200, body, { ...common, ...encoding, 'content-type': 'application/json' });
  const { listReaders, inventory } = call.service;
  const read = <T extends ListPiece>(pieces: readonly T[], together: number) =>
    listReaders.read(pieces, inventory.snapshot, together);
  // The plain list is answered without a wait.
  if (!acceptsGzip(call.header('accept-encoding'))) return send(plainBody(snapshot, read), {});
  return gzipBody(snapshot, read).then((body) => send(body, { 'content-encoding': 'gzip' }));
}
