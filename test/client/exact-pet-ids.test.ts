import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson, parseRows } from '../../client/parse-json.ts';

test('text that looks like a petId is left alone', () => {
  const looksLikeOne = fc.constantFrom('"petId":', '\\"petId\\":', '"', '\\', '9223372036854775807', ':', ' ', 'petId');
  const text = fc.array(looksLikeOne).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), text, (petId, note) => {
      const json = `[{"note":${JSON.stringify(note)},"petId":${petId},"last":${JSON.stringify(note)}}]`;
      for (const parse of [parseRows, parseJson]) assert.deepEqual(parse(json), [{ note, petId, last: note }]);
    }),
  );
});
