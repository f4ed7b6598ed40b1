import { apiLimits } from '../../api-limits.ts';
import { keyCalled, newKey, noKey } from '../../domain/api-key.ts';
import { storeTime } from '../../domain/store-clock.ts';
import { describeKey } from '../../json/api-key-json.ts';
import { HttpError } from '../errors.ts';
import { ApiKeySchema, jsonResponse, KeyScope, locationHeader } from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import { bodyInteger, bodyObject, KeyName } from '../request/fields.ts';
import { namedObject, z } from '../zod.ts';
import {
  keyIn,
  ownerRead,
  ownerWrite,
  type Performed,
  perform,
  secretField,
  shownSecret,
} from './actions.ts';
import { locationOf, noContent } from './changes.ts';

export const getCurrentKey = operation({
  ...readExtension,
  operationId: 'getCurrentKey',
  method: 'GET',
  path: '/key',
  summary: 'Describe the API key of the request',
  description:
    'Returns the name, the scope and the terms of the API key that the request is made with.',
  responses: { 200: jsonResponse(ApiKeySchema, 'The API key.') },
  handle(context) {
    const { lastUsedAt, revokedAt, ...key } = describeKey(context.key);
    return context.json(
      200,
      JSON.stringify({ ...key, rateLimit: context.app.rateLimiter.limitOf(context.key) }),
    );
  },
});

const managedKey = {
  ...ApiKeySchema.shape,
  lastUsedAt: z.iso.datetime().nullable().describe('When it was used last; up to a minute late.'),
  revokedAt: z.iso.datetime().nullable().describe('When it was revoked; null if it was not.'),
};
export const ManagedKey = namedObject('ManagedKey', managedKey);
export const NewKey = namedObject('NewKey', { ...managedKey, secret: secretField });

function newKeyJson(performed: Performed, secret: string): string {
  return JSON.stringify({
    ...describeKey(keyIn(performed)),
    secret: shownSecret(performed, secret),
  });
}

export const listKeys = operation({
  ...ownerRead,
  operationId: 'listKeys',
  method: 'GET',
  path: '/keys',
  summary: 'List API keys',
  description:
    'Returns all active API keys, and the last thousand that have ended, in the order of their creation. Secrets are not kept.',
  responses: { 200: jsonResponse(z.array(ManagedKey), 'The keys.') },
  async handle(context) {
    const keys = await context.app.inventory.store.keys();
    const shown = keys.filter(({ scope }) => scope !== 'setup').map(describeKey);
    return context.json(200, JSON.stringify(shown));
  },
});

export const getKeyByName = operation({
  ...ownerRead,
  operationId: 'getKeyByName',
  method: 'GET',
  path: '/keys/{name}',
  param: KeyName,
  summary: 'Get one API key by its name',
  description:
    'Returns the active key of this name, or the one that ended last: a name can be given again once its key has ended.',
  responses: { 200: jsonResponse(ManagedKey, 'The key.') },
  async handle(context, { param: name }) {
    const { head, store } = context.app.inventory;
    const keys = (await store.keys()).filter(({ scope }) => scope !== 'setup');
    const key = keyCalled(name, keys, storeTime(head));
    if (key !== undefined) return context.json(200, JSON.stringify(describeKey(key)));

    const refusal = noKey(name);
    throw new HttpError(refusal.code, refusal.message, refusal);
  },
});

const secondsMax = 100 * 365 * 86_400;

export const KeyCreation = bodyObject('KeyCreation', {
  name: KeyName.describe(
    'Who uses it, in the Unicode form NFC. No two active keys have the same name.',
  ),
  scope: KeyScope.optional(),
  expiresIn: bodyInteger(
    1,
    secondsMax,
    'For how many seconds it is valid; for ever if left out.',
  ).optional(),
  rateLimit: bodyInteger(
    1,
    apiLimits.rateLimitMax,
    'How many requests a second it may make.',
  ).optional(),
  requireVersion: ApiKeySchema.shape.requireVersion.optional(),
});

export const createKey = operation({
  ...ownerWrite,
  operationId: 'createKey',
  method: 'POST',
  path: '/keys',
  isForSetup: true,
  summary: 'Create an API key',
  description: 'Returns the new key with its secret, which is shown only this once.',
  body: KeyCreation,
  responses: {
    201: jsonResponse(NewKey, 'The new key.', locationHeader('the new key')),
  },
  errors: [409],
  async handle(context, { body }) {
    const { name, scope = 'write', requireVersion = false, rateLimit = null, expiresIn } = body;
    const { secret, key } = newKey(name, context.app.platform);
    const options = { scope, requireVersion, rateLimit };
    const expiresInMs = expiresIn === undefined ? null : expiresIn * 1000;
    const created = await perform(
      context,
      { kind: 'key.create', ...key, options, expiresInMs },
      body,
    );
    return context.json(201, newKeyJson(created, secret), locationOf(context, name));
  },
});

export const revokeKey = operation({
  ...ownerWrite,
  operationId: 'revokeKey',
  method: 'DELETE',
  path: '/keys/{name}',
  param: KeyName,
  summary: 'Revoke an API key',
  description:
    'Ends a key at once, for every running service. The last key of an owner cannot be revoked here.',
  responses: { 204: { description: 'The key is revoked.' } },
  errors: [409],
  async handle(context, { param: name }) {
    await perform(context, { kind: 'key.revoke', name });
    return noContent(context);
  },
});

export const rotateKey = operation({
  ...ownerWrite,
  operationId: 'rotateKey',
  method: 'POST',
  path: '/keys/{name}/rotation',
  param: KeyName,
  summary: 'Replace the secret of an API key',
  description:
    'Returns the key with a new secret, which is shown only this once. The old one ends at once, or after the overlap.',
  body: bodyObject('KeyRotation', {
    overlap: bodyInteger(
      0,
      secondsMax,
      'For how many seconds the old secret stays valid; 0 if left out.',
    ).optional(),
  }),
  responses: { 200: jsonResponse(NewKey, 'The key with its new secret.') },
  async handle(context, { param: name, body }) {
    const { secret, key } = newKey(name, context.app.platform);
    const overlapMs = (body.overlap ?? 0) * 1000;
    const rotated = await perform(context, { kind: 'key.rotate', ...key, overlapMs }, body);
    return context.json(200, newKeyJson(rotated, secret));
  },
});
