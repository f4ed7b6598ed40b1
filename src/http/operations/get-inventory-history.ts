import { DomainError } from '../../domain/errors.ts';
import type { LedgerEntry } from '../../domain/ledger-entry.ts';
import type { PetId } from '../../domain/pet-id.ts';
import { limits } from '../../limits.ts';
import type { Call } from '../call.ts';
import { entryJson, LedgerEntrySchema } from '../entry-json.ts';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { nextLink, queryOf } from '../query.ts';
import { errorResponses, jsonResponse, linkHeader } from '../responses.ts';
import { Limit, PetIdParam, Sequence } from '../schemas.ts';
import { petIdOf } from '../validate.ts';
import { z } from '../zod.ts';

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
    400: errorResponses.malformed,
    401: errorResponses[401],
    404: errorResponses[404],
    default: errorResponses.default,
  },
  handle: history,
};

async function history(call: Call): Promise<Answer> {
  const petId = petIdOf(call);
  const { limit = limits.historyPageDefault, before } = queryOf(call, Query);
  // One more than asked for tells whether there is another page.
  const entries = await call.service.inventory.history(petId, { before: before ?? null, limit: limit + 1 });
  if (entries.length === 0 && !(await hasHistory(call, petId))) {
    throw new DomainError('pet_not_found', `There has never been a pet ${petId} in the inventory.`);
  }
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const link = entries.length > limit && last !== undefined ? nextLink(call, Query, { before: String(last.seq) }) : {};
  return call.json(200, pageJson(page), { 'cache-control': 'private, no-cache', ...link });
}

async function hasHistory({ service }: Call, petId: PetId): Promise<boolean> {
  const newest = await service.inventory.history(petId, { before: null, limit: 1 });
  return newest.length > 0;
}

const pageJson = (page: readonly LedgerEntry[]) => `[${page.map(entryJson).join(',')}]`;
