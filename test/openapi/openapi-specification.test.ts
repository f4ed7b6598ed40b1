import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Schema } from '../support/openapi/schema.ts';

/**
 * Compares the two specified operations with the specification, which is written out here. Parts of
 * the document that are marked `x-extension` are ignored.
 */

type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null;

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** Fields of the OpenAPI document whose text may differ from the customer's specification. */
const notCompared = ['summary', 'description', 'example'];

function withoutExtensions(value: Json): Json {
  if (Array.isArray(value))
    return value.filter((part) => !isExtension(part)).map(withoutExtensions);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key, part]) => !notCompared.includes(key) && !isExtension(part))
    .map(([key, part]) => [key, withoutExtensions(part)] as const)
    // Leaves out `parameters` and `headers` that are empty because all their parts were extensions.
    .filter(
      ([key, part]) =>
        !(['parameters', 'headers'].includes(key) && Object.keys(part as object).length === 0),
    );
  return Object.fromEntries(kept);
}

function isExtension(value: Json): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'x-extension' in value
  );
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const error = json(ref('Error'));

test('listInventory is as specified', () => {
  assert.deepEqual(withoutExtensions(document.paths['/inventory'].get), {
    operationId: 'listInventory',
    tags: ['inventory'],
    security: [{ apiKey: [] }],
    'x-stability': 'stable',
    responses: { 200: json({ type: 'array', items: ref('InventoryItem') }), 401: error },
  });
});

test('updateInventory is as specified', () => {
  assert.deepEqual(withoutExtensions(document.paths['/inventory/{petId}'].patch), {
    operationId: 'updateInventory',
    tags: ['inventory'],
    security: [{ apiKey: [] }],
    'x-stability': 'experimental',
    parameters: [
      { name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
    ],
    requestBody: { required: true, ...json(ref('InventoryUpdate')) },
    responses: { 200: json(ref('InventoryItem')), 400: error, 401: error, 404: error },
  });
});

test('updateInventory is described as in the specification', () => {
  const { description, parameters } = document.paths['/inventory/{petId}'].patch;
  assert.match(description, /request may change/);
  assert.equal(parameters[0].description, 'The ID of the pet to update stock for.');
});

test('the schemas of both are as specified', () => {
  const { InventoryItem, PetStatus, InventoryUpdate, Error: failure } = document.components.schemas;
  assert.deepEqual(
    withoutExtensions({ InventoryItem, PetStatus, InventoryUpdate, Error: failure }),
    {
      InventoryItem: {
        type: 'object',
        properties: {
          petId: { type: 'integer', format: 'int64' },
          quantity: { type: 'integer' },
          status: ref('PetStatus'),
        },
        required: ['petId', 'quantity', 'status'],
      },
      PetStatus: { type: 'string', enum: ['available', 'pending', 'sold'] },
      InventoryUpdate: {
        type: 'object',
        properties: { quantity: { type: 'integer' } },
        required: ['quantity'],
      },
      Error: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          status: { type: 'integer' },
        },
        required: ['code', 'message', 'status'],
      },
    },
  );
});

test('the version of the API and its tag are as specified', () => {
  assert.equal(document.info.version, '1.0.0');
  assert.equal(document.tags[0].name, 'inventory');
});

test('an API key is sent as specified', () => {
  const apiKey = { type: 'http', scheme: 'bearer' };
  assert.deepEqual(withoutExtensions(document.components.securitySchemes), { apiKey });
});

// Another operation that becomes stable is written out here as well.
test('only the operation that is specified as stable is stable', () => {
  const operations = Object.values<Record<string, { operationId: string; 'x-stability': string }>>(
    document.paths,
  );
  const stable = operations
    .flatMap(Object.values)
    .filter((operation) => operation['x-stability'] === 'stable');
  assert.equal(stable.map(({ operationId }) => operationId).join(), 'listInventory');
});

/** Yields every list of allowed values in a part of the document, with its path. */
function* enumerationsIn(part: unknown, place: string): Generator<[place: string, values: string]> {
  if (typeof part !== 'object' || part === null) return;
  if ('enum' in part) yield [place, String(part.enum)];
  for (const [name, inner] of Object.entries(part))
    yield* enumerationsIn(inner, `${place}/${name}`);
}

test('every enumeration is one named schema, and is written out nowhere else', () => {
  const enumerations = [...enumerationsIn(document, '')].filter(([, values]) => /,/.test(values));
  const named = /^\/components\/schemas\/\w+(?:\/anyOf\/0)?$/;
  assert.ok(enumerations.length > 10, 'the enumerations were not found');
  for (const [place] of enumerations) assert.match(place, named);
});

test('a list of values in a response may get new ones, but for the status of a pet', () => {
  const { schemas } = document.components;
  const isOpen = (name: string) => 'anyOf' in schemas[name];
  const enumerations = [...enumerationsIn(schemas, '')].map(([place]) => place.split('/')[1] ?? '');
  const closed = enumerations.filter((name) => /^[A-Z]\w+$/.test(name) && !isOpen(name));
  for (const name of closed) {
    if (name === 'PetStatus' || schemas[name].type === 'object') continue;
    const users = Object.entries<{ properties?: object }>(schemas).filter(([, { properties }]) =>
      JSON.stringify(properties ?? {}).includes(`#/components/schemas/${name}"`),
    );
    const answering = users.filter(([user]) =>
      JSON.stringify(Object.values(document.paths).flatMap(responsesOf)).includes(`/${user}"`),
    );
    assert.deepEqual(
      answering.map(([user]) => user),
      [],
      name,
    );
  }
});

/** The responses of all operations of a path. */
function responsesOf(path: unknown): unknown[] {
  return Object.values(path as Record<string, { responses: unknown }>).map(
    ({ responses }) => responses,
  );
}

/** Yields every schema in a part of the document, with its path. */
function* schemasIn(part: unknown, place: string): Generator<[place: string, schema: Schema]> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part) yield [place, part as Schema];
  for (const [name, inner] of Object.entries(part)) yield* schemasIn(inner, `${place}/${name}`);
}

test('an integer that may pass 2^31 is an int64', () => {
  for (const [place, schema] of schemasIn(document, '')) {
    if (![schema.type].flat().includes('integer')) continue;
    const bounded: Schema = { ...schema, ...schema['x-bounds'] };
    const { minimum = -Infinity, maximum = Infinity, format } = bounded;
    if (minimum < -(2 ** 31) || maximum >= 2 ** 31) assert.equal(format, 'int64', place);
  }
});

test('what is true or false is a boolean', () => {
  for (const [place, schema] of schemasIn(document, '')) {
    assert.ok(!schema.enum?.includes('true'), place);
  }
});
