import assert from 'node:assert/strict';
import { test } from 'node:test';
import { document, type Schema } from '../support/openapi/schema.ts';

/** Rules that every schema of the document follows. */

/** Finds every schema in a part of the document, and its place. */
function* schemasIn(part: unknown, place: string): Generator<[place: string, schema: Schema]> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part) yield [place, part as Schema];
  for (const [name, inner] of Object.entries(part)) yield* schemasIn(inner, `${place}/${name}`);
}

const schemas = [...schemasIn(document, '')];

test('what is true or false is a boolean', () => {
  for (const [place, { enum: values = [] }] of schemas) assert.ok(!values.includes('true'), place);
});

test('an integer that may pass 2^31 is an int64', () => {
  for (const [place, schema] of schemas) {
    if (![schema.type].flat().includes('integer')) continue;
    const { minimum = -Infinity, maximum = Infinity, format } = { ...schema, ...schema['x-bounds'] };
    if (minimum < -(2 ** 31) || maximum >= 2 ** 31) assert.equal(format, 'int64', place);
  }
});
