import { z } from '@hono/zod-openapi';
import { limits } from '../../limits.ts';
import { acceptsGzip } from '../accepts-gzip.ts';
import type { Call } from '../call.ts';
import { namesTag } from '../etag.ts';
import { gzipBody, plainBody } from '../list-body.ts';
import type { Operation } from '../operation.ts';
import { errorResponses, jsonResponse } from '../responses.ts';
import { InventoryItem } from '../schemas.ts';

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

function list(call: Call): Response {
  const { snapshot } = call.service.inventory;
  const { headers } = call.request;
  const version = String(snapshot.seq);
  const common = { etag: `W/"${version}"`, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' };
  if (namesTag(headers.get('if-none-match'), version)) return call.answer(304, null, common);
  const plain = plainBody(snapshot);
  if (plain.length >= limits.gzipBytesMin && acceptsGzip(headers.get('accept-encoding'))) {
    return call.answer(200, gzipBody(snapshot), {
      ...common,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
  }
  return call.answer(200, plain.body, {
    ...common,
    'content-type': 'application/json',
    'content-length': String(plain.length),
  });
}
