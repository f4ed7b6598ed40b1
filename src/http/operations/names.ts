import type { PetId } from '../../domain/item.ts';
import { nameJson } from '../../domain/pet-name.ts';
import { NameList } from '../../inventory/snapshot/name-list.ts';
import { PetNameSchema } from '../openapi/resources.ts';
import {
  errorResponses,
  jsonResponse,
  linkHeader,
  namesEtagHeader,
  notModified,
  replayedHeader,
} from '../openapi/responses.ts';
import { extension, type Operation } from '../operation.ts';
import { parseJson } from '../request/body.ts';
import type { Context } from '../request/context.ts';
import { AfterPetId, jsonObject, Limit, NameField } from '../request/fields.ts';
import { ifNoneMatchHeader } from '../request/headers.ts';
import { nextLink, petIdOf, queryOf, validateBody } from '../request/validation.ts';
import { z } from '../zod.ts';
import { expectedVersion, storeCommands, writeHeaders } from './changes.ts';
import { listResponse } from './list-inventory.ts';

const Query = z.object({ limit: Limit, after: AfterPetId });

const pageHeaders = { ...namesEtagHeader, ...linkHeader };

export const listNames: Operation = {
  ...extension,
  operationId: 'listNames',
  method: 'get',
  path: '/inventory/names',
  scope: 'read',
  summary: 'List names',
  description: 'Returns the names of all pets that have one, ascending by petId.',
  query: Query,
  headers: ifNoneMatchHeader,
  responses: {
    200: jsonResponse(z.array(PetNameSchema), 'The names.', pageHeaders),
    304: notModified(pageHeaders),
    ...errorResponses(400, 401, 'default'),
  },
  async handle(context) {
    const { limit = Number.POSITIVE_INFINITY, after } = queryOf(context, Query);
    const names = await context.app.inventory.names();
    const { revision: version } = names;
    if (limit === Number.POSITIVE_INFINITY && after === undefined) return listResponse(context, names, { version });
    const found = [...names.rowsAfter(after ?? null).take(limit + 1)];
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const headers = last && nextLink(context, Query, { after: String(last.petId) });
    return listResponse(context, NameList.of(version, page), { version, headers });
  },
};

const NameUpdate = z.strictObject({ name: NameField }, jsonObject).openapi('NameUpdate');

const common = { ...extension, path: '/inventory/{petId}/name', scope: 'admin', headers: writeHeaders } as const;

export const setName: Operation = {
  ...common,
  operationId: 'setName',
  method: 'put',
  summary: 'Name a pet',
  description:
    'Gives a pet a name for people, or another one. The stock, the ledger and the version of the pet stay as they are.',
  body: NameUpdate,
  responses: {
    200: jsonResponse(PetNameSchema, 'The name.', replayedHeader),
    ...errorResponses(400, 401, 403, 404, 412, 413, 415, 422, 428, 'default'),
  },
  async handle(context, body) {
    const json = parseJson(body);
    const petId = petIdOf(context);
    const { name } = validateBody(NameUpdate, json);
    await storeName(context, petId, name);
    return context.json(200, nameJson({ petId, name }));
  },
};

export const removeName: Operation = {
  ...common,
  operationId: 'removeName',
  method: 'delete',
  summary: 'Remove a name',
  description: 'Takes away the name of a pet, if it has one.',
  responses: {
    204: { description: 'The pet has no name.', headers: replayedHeader },
    ...errorResponses(400, 401, 403, 404, 412, 422, 428, 'default'),
  },
  async handle(context) {
    await storeName(context, petIdOf(context), null);
    return context.response(204, null, { 'cache-control': 'no-store' });
  },
};

async function storeName(context: Context, petId: PetId, name: string | null): Promise<void> {
  const expected = expectedVersion(context);
  await storeCommands(context, [{ kind: 'name', petId, name, expected, reason: null, note: null }], { batch: false });
}
