import type { PetId } from '../../domain/item.ts';
import { limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';
import { entriesJson, LedgerEntrySchema } from '../openapi/ledger-entry.ts';
import { errorResponses, jsonResponse, linkHeader } from '../openapi/responses.ts';
import { Limit, PetIdParam, Sequence } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { nextLink, queryOf } from '../request/query.ts';
import { petIdOf } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';

const Query = z.object({ limit: Limit, before: Sequence });

export const getInventoryHistory: Operation = {
  operationId: 'getInventoryHistory',
  method: 'get',
  path: '/inventory/{petId}/history',
  tag: 'extensions',
  stability: 'beta',
  scope: 'read',
  summary: 'History of one pet',
  description: 'Returns the changes of one pet, newest first; those of a removed pet too. Link leads to the next page.',
  request: { params: z.object({ petId: PetIdParam }), query: Query },
  responses: {
    200: jsonResponse(z.array(LedgerEntrySchema), 'The changes, newest first.', linkHeader),
    ...errorResponses(400, 401, 404, 'default'),
  },
  handle: history,
};

async function history(context: Context): Promise<HttpResponse> {
  const petId = petIdOf(context);
  const { limit = limits.historyPageDefault, before } = queryOf(context, Query);
  // One more than asked for tells whether there is another page.
  const entries = await context.service.inventory.history(petId, { before: before ?? null, limit: limit + 1 });
  if (entries.length === 0 && !(await hasHistory(context, petId))) {
    throw new HttpError('pet_not_found', `There has never been a pet ${petId} in the inventory.`);
  }
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const link =
    entries.length > limit && last !== undefined ? nextLink(context, Query, { before: String(last.seq) }) : {};
  return context.json(200, entriesJson(page), { 'cache-control': 'private, no-cache', ...link });
}

async function hasHistory({ service }: Context, petId: PetId): Promise<boolean> {
  const newest = await service.inventory.history(petId, { before: null, limit: 1 });
  return newest.length > 0;
}
