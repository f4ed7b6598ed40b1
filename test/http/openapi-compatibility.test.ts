import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { breakingChanges, type Document } from '../support/http/openapi-compatibility.ts';

const fixtures = new URL('../fixtures/', import.meta.url);
const releases = readdirSync(fixtures).filter((name) => /^openapi-.*\.json$/.test(name));
const latest = releases.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? '';

function read(url: URL): Document {
  return JSON.parse(readFileSync(url, 'utf8')) as Document;
}

test(`no stable operation breaks a caller that knows ${latest}`, () => {
  const released = read(new URL(latest, fixtures));
  assert.deepEqual(breakingChanges(released, read(new URL('../../openapi.json', import.meta.url))), [
    // An enumeration became an open string, once, so that a new code breaks no caller again. The values are the same.
    'listInventory: status 401.code: anything is new',
    'listInventory: status default.code: anything is new',
  ]);
});

/** A document with everything declared stable, so that each part of it can be broken. */
function stableDocument(): Document {
  const text = readFileSync(new URL('openapi-1.0.0.json', fixtures), 'utf8');
  return JSON.parse(text.replaceAll(/"x-stability": "\w+"/g, '"x-stability": "stable"')) as Document;
}

const item = ['components', 'schemas', 'InventoryItem'];
const list = ['paths', '/inventory', 'get'];
const history = ['paths', '/inventory/{petId}/history', 'get'];

describe('a change is noticed:', () => {
  const rows: readonly (readonly [path: readonly (string | number)[], value: unknown, says: RegExp])[] = [
    [list, undefined, /^listInventory is gone$/],
    [[...list, 'operationId'], 'getAll', /another operationId/],
    [[...list, 'x-stability'], 'beta', /not stable any more/],
    [[...list, 'responses', '401'], undefined, /status 401 is gone/],
    [[...list, 'responses', '200', 'content'], { 'text/csv': {} }, /no application\/json any more/],
    [[...item, 'properties', 'quantity'], undefined, /status 200\[\]\.quantity is gone/],
    [[...item, 'required'], ['petId', 'quantity'], /status may be missing now/],
    [[...item, 'properties', 'petId', 'type'], 'string', /petId: the type has changed/],
    [[...item, 'properties', 'petId', 'type'], ['integer', 'null'], /petId: the type has changed/],
    [['components', 'schemas', 'PetStatus', 'enum', 3], 'lost', /lost is new/],
    [['components', 'schemas', 'Error', 'properties', 'code', 'enum', 0], 'bad_json', /code: bad_json is new/],
    [
      ['components', 'schemas', 'InventoryAdjustment', 'properties', 'delta', 'maximum'],
      99,
      /delta: maximum has changed/,
    ],
    [['components', 'schemas', 'InventoryAdjustment', 'properties', 'note', 'maxLength'], 9, /maxLength has changed/],
    [['components', 'schemas', 'InventoryUpdate', 'required', 1], 'reason', /reason must be given now/],
    [
      ['components', 'schemas', 'InventoryAdjustment', 'properties', 'reason', 'enum'],
      ['count'],
      /damage is not taken/,
    ],
    [['components', 'schemas', 'InventoryEntry', 'properties', 'status'], undefined, /body\.status is gone/],
    [[...history, 'parameters', 1], undefined, /parameter limit is gone/],
    [[...history, 'parameters', 1, 'required'], true, /parameter limit must be given now/],
    [[...history, 'parameters', 1, 'schema', 'maximum'], 100, /parameter limit: maximum has changed/],
  ];
  for (const [path, value, says] of rows) {
    test(`${path.join('/')} = ${JSON.stringify(value)}`, () => {
      const faults = breakingChanges(stableDocument(), changed(path, value));
      assert.ok(faults.length > 0 && faults.some((fault) => says.test(fault)), faults.join('\n'));
    });
  }
});

describe('a change is nobody’s trouble:', () => {
  const rows: readonly (readonly [path: readonly (string | number)[], value: unknown])[] = [
    [[...list, 'description'], 'Other words.'],
    [['paths', '/pets'], { get: { operationId: 'listPets', 'x-stability': 'stable', responses: {} } }],
    [[...item, 'properties', 'name'], { type: 'string' }],
    [['components', 'schemas', 'InventoryUpdate', 'properties', 'colour'], { type: 'string' }],
    [['components', 'schemas', 'InventoryUpdate', 'required'], []],
    [['components', 'schemas', 'InventoryAdjustment', 'properties', 'note', 'maxLength'], 900],
    [['components', 'schemas', 'InventoryAdjustment', 'properties', 'reason', 'enum', 5], 'theft'],
    [[...history, 'parameters', 3], { name: 'after', in: 'query', required: false, schema: { type: 'integer' } }],
  ];
  for (const [path, value] of rows) {
    test(`${path.join('/')} = ${JSON.stringify(value)}`, () => {
      assert.deepEqual(breakingChanges(stableDocument(), changed(path, value)), []);
    });
  }
});

test('an operation that is not stable may change', () => {
  const released = read(new URL('openapi-1.0.0.json', fixtures));
  const current = structuredClone(released) as { paths: Record<string, unknown> };
  delete current.paths['/inventory/{petId}/history'];
  assert.deepEqual(breakingChanges(released, current as Document), []);
});

/** The document with one place of it set to something else, or removed. */
function changed(path: readonly (string | number)[], value: unknown): Document {
  const document = stableDocument();
  let place = document as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) place = place[step] as typeof place;
  const last = path.at(-1) ?? '';
  if (value !== undefined) place[last] = value;
  else if (Array.isArray(place)) place.splice(Number(last), 1);
  else delete place[last];
  return document;
}
