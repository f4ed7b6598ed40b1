import { quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { apiLimits } from '../../api-limits.ts';
import { entryJson } from '../../json/ledger-entry-json.ts';
import { HttpError } from '../errors.ts';
import { jsonResponse, LedgerEntrySchema, linkHeader } from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import {
  Instant,
  KeyName,
  Limit,
  PetIdParam,
  PetIdQuery,
  queryInteger,
  remarks,
} from '../request/fields.ts';
import { nextLink } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { z } from '../zod.ts';

const PageQuery = z.object({
  limit: Limit,
  before: queryInteger(1, quantityMax, 'Only entries before this sequence.'),
});

const SearchQuery = PageQuery.extend({
  after: queryInteger(0, quantityMax, 'Only entries after this sequence, oldest first.'),
  since: Instant('Only changes at this time or later.'),
  until: Instant('Only changes before this time.'),
  petId: PetIdQuery.describe('Only changes of this pet.'),
  key: KeyName.optional().describe('Only changes by the API key of this name.'),
  keyId: queryInteger(1, quantityMax, 'Only changes by the API key of this id.'),
  reason: remarks.reason.openapi({ param: { description: 'Only changes for this reason.' } }),
});

const page = jsonResponse(z.array(LedgerEntrySchema), 'The changes, in order.', linkHeader);

export const listInventoryHistory = operation({
  ...readExtension,
  operationId: 'listInventoryHistory',
  method: 'GET',
  path: '/inventory/history',
  summary: 'History of all pets',
  description:
    'Returns the changes of all pets, newest first, or oldest first from `after` on. Link leads to the next page. Every page costs about the same, so one may be short, even empty, and still have a Link.',
  query: SearchQuery,
  responses: { 200: page },
  async handle(context, { query }) {
    const filter = { ...query, limit: query.limit ?? apiLimits.historyPageDefault };
    const { entries, next } = await context.app.inventory.reads.searchHistory(context.key, filter);
    const place = query.after === undefined ? 'before' : 'after';
    return pageResponse(
      context,
      entries,
      next === null ? {} : nextLink(context, SearchQuery, { [place]: `${next}` }),
    );
  },
});

export const getInventoryHistory = operation({
  ...readExtension,
  operationId: 'getInventoryHistory',
  method: 'GET',
  path: '/inventory/{petId}/history',
  param: PetIdParam,
  summary: 'History of one pet',
  description:
    'Returns the changes of one pet, newest first; those of a removed pet too. Link leads to the next page.',
  query: PageQuery,
  responses: { 200: page },
  async handle(
    context,
    { param: petId, query: { limit = apiLimits.historyPageDefault, before = null } },
  ) {
    const { reads } = context.app.inventory;
    const entriesBefore = (end: number | null, most: number) =>
      reads.history(context.key, petId, { before: end, limit: most });
    // The query asks for one ledger entry more than the response holds, to tell whether there are
    // further entries.
    const entries = await entriesBefore(before, limit + 1);
    // An empty first page is enough: the pet may be added before a second query.
    const isUnknown =
      entries.length === 0 && (before === null || (await entriesBefore(null, 1)).length === 0);
    if (isUnknown) {
      const message = `There has never been a pet ${petId} in the inventory. Check the id.`;
      throw new HttpError('pet_not_found', message, { petId });
    }
    const page = entries.slice(0, limit);
    const last = entries.length > limit ? page.at(-1) : undefined;
    return pageResponse(
      context,
      page,
      last && nextLink(context, PageQuery, { before: String(last.seq) }),
    );
  },
});

function pageResponse(context: Context, entries: readonly LedgerEntry[], link = {}): HttpResponse {
  return context.json(200, `[${entries.map(entryJson)}]`, {
    'cache-control': 'private, no-cache',
    ...link,
  });
}
