import { NameList } from '../../inventory/snapshot/name-list.ts';
import { errorResponses, jsonResponse, linkHeader, namesEtagHeader, notModified } from '../openapi/responses.ts';
import { AfterPetId, Limit, PetNameSchema, readHeaders } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { nextLink, queryOf } from '../request/query.ts';
import type { HttpResponse } from '../server/message.ts';
import { listResponse } from './list-response.ts';

const Query = z.object({ limit: Limit, after: AfterPetId });

const pageHeaders = { ...namesEtagHeader, ...linkHeader };

export const listNames: Operation = {
  operationId: 'listNames',
  method: 'get',
  path: '/inventory/names',
  tag: 'extensions',
  stability: 'beta',
  scope: 'read',
  summary: 'List names',
  description: 'Returns the names of all pets that have one, ascending by petId.',
  request: { query: Query, headers: z.object(readHeaders) },
  responses: {
    200: jsonResponse(z.array(PetNameSchema), 'The names.', pageHeaders),
    304: notModified(pageHeaders),
    ...errorResponses(400, 401, 'default'),
  },
  handle: list,
};

async function list(context: Context): Promise<HttpResponse> {
  const { limit = Number.POSITIVE_INFINITY, after } = queryOf(context, Query);
  const names = await context.service.inventory.names();
  const { revision: version } = names;
  if (limit === Number.POSITIVE_INFINITY && after === undefined) return listResponse(context, names, { version });
  const found = names
    .namesAfter(after ?? null)
    .take(limit + 1)
    .toArray();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const headers =
    found.length > limit && last !== undefined ? nextLink(context, Query, { after: String(last.petId) }) : {};
  return listResponse(context, NameList.of(version, page), { version, headers });
}
