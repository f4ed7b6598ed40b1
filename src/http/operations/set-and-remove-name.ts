import { nameJson } from '../../domain/pet-name.ts';
import { errorResponses, jsonResponse, replayedHeader } from '../openapi/responses.ts';
import { jsonObject, NameField, PetIdParam, PetNameSchema, writeHeaders } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { readJson } from '../request/json-body.ts';
import { petIdOf, validateBody } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { commit, expectedVersion } from './commit.ts';

const NameUpdate = z.strictObject({ name: NameField }, jsonObject).openapi('NameUpdate');

const common = {
  path: '/inventory/{petId}/name',
  tag: 'extensions',
  stability: 'beta',
  scope: 'admin',
} as const;

const request = { params: z.object({ petId: PetIdParam }), headers: z.object(writeHeaders) };

export const setName: Operation = {
  ...common,
  operationId: 'setName',
  method: 'put',
  summary: 'Name a pet',
  description:
    'Gives a pet a name for people, or another one. The stock, the ledger and the version of the pet stay as they are.',
  request: { ...request, body: { required: true, content: { 'application/json': { schema: NameUpdate } } } },
  responses: {
    200: jsonResponse(PetNameSchema, 'The name.', replayedHeader),
    ...errorResponses(400, 401, 403, 404, 412, 413, 415, 422, 428, 'default'),
  },
  handle: async (context) => {
    const body = await readJson(context);
    const petId = petIdOf(context);
    const { name } = validateBody(NameUpdate, body);
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
  request,
  responses: {
    204: { description: 'The pet has no name.', headers: replayedHeader },
    ...errorResponses(400, 401, 403, 404, 412, 422, 428, 'default'),
  },
  handle: async (context): Promise<HttpResponse> => {
    await storeName(context, petIdOf(context), null);
    return context.response(204, null, { 'cache-control': 'no-store' });
  },
};

async function storeName(context: Context, petId: bigint, name: string | null): Promise<void> {
  const expected = expectedVersion(context);
  await commit(context, [{ kind: 'name', petId, name, expected, reason: null, note: null }], { batch: false });
}
