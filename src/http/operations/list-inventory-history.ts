import { reasons } from '../../domain/ledger-entry.ts';
import { limits } from '../../limits.ts';
import { entriesJson, LedgerEntrySchema } from '../openapi/ledger-entry.ts';
import { errorResponses, jsonResponse, linkHeader } from '../openapi/responses.ts';
import { Instant, KeyName, Limit, Sequence } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { nextLink, queryOf } from '../request/query.ts';
import type { HttpResponse } from '../server/message.ts';

const Query = z.object({
  limit: Limit,
  before: Sequence,
  since: Instant('Only changes at this time or later.'),
  until: Instant('Only changes before this time.'),
  key: KeyName.optional().openapi({ description: 'Only changes by the API key of this name.' }),
  reason: z
    .enum(reasons, { error: `must be one of ${reasons.join(', ')}` })
    .optional()
    .openapi({ description: 'Only changes for this reason.' }),
});

export const listInventoryHistory: Operation = {
  operationId: 'listInventoryHistory',
  method: 'get',
  path: '/inventory/history',
  tag: 'extensions',
  stability: 'beta',
  scope: 'read',
  summary: 'History of all pets',
  description:
    'Returns the changes of all pets, newest first. Link leads to the next page. Every page costs about the same, so one may be short, even empty, and still have a Link.',
  request: { query: Query },
  responses: {
    200: jsonResponse(z.array(LedgerEntrySchema), 'The changes, newest first.', linkHeader),
    ...errorResponses(400, 401, 'default'),
  },
  handle: history,
};

async function history(context: Context): Promise<HttpResponse> {
  const { limit = limits.historyPageDefault, before, since, until, key, reason } = queryOf(context, Query);
  const { entries, next } = await context.service.inventory.searchHistory({
    limit,
    before: before ?? null,
    sinceMs: since ?? null,
    untilMs: until ?? null,
    key: key ?? null,
    reason: reason ?? null,
  });
  const link = next === null ? {} : nextLink(context, Query, { before: String(next) });
  return context.json(200, entriesJson(entries), { 'cache-control': 'private, no-cache', ...link });
}
