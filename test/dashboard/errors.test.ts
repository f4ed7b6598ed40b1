import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockError } from '../../client/error.ts';
import { describeError } from '../../dashboard/src/api/errors.ts';
import { quantityMax } from '../../src/domain/item.ts';
import { errorStatus } from '../../src/http/errors.ts';

const refused = (code: keyof typeof errorStatus, message: string, row?: number) => {
  const details = row === undefined ? {} : { row, petId: 5n };
  return describeError(new PawstockError(code, message, { status: errorStatus[code], ...details }));
};

test('tells staff why, without the words of the API', () => {
  const forPrograms = 'The petId in the path must be a 64-bit integer. Send If-Match, an Idempotency-Key and JSON.';
  for (const code of [
    'invalid_json',
    'missing_field',
    'invalid_pet_id',
    'invalid_query',
    'invalid_header',
    'pet_not_found',
    'idempotency_key_reused',
    'precondition_required',
    'version_mismatch',
    'rate_limited',
    'internal_error',
    'store_unavailable',
    'outcome_unknown',
    'overloaded',
    'shutting_down',
    'storage_full',
  ] as const) {
    assert.match(refused(code, forPrograms), /^Not saved/, code);
    // Not every request sends something that was typed.
    assert.doesNotMatch(refused(code, forPrograms), /64-bit|petId|If-Match|Idempotency|JSON|typed/, code);
  }
});

test('keeps what the rules of the stock say, and names the pet in place of the row', () => {
  assert.equal(
    refused('insufficient_stock', 'Row 2: Pet 5 has only 3 in stock. Remove at most 3.', 2),
    'Not saved: Pet 5 has only 3 in stock. Remove at most 3.',
  );
  assert.equal(
    refused('pet_not_found', 'Row 2: There is no pet 5.', 2),
    'Not saved: pet\u00a05: the pet has been removed meanwhile.',
  );
  assert.equal(
    refused('invalid_value', `Row 1: delta: pet 5 would pass the maximum of ${quantityMax}.`, 1),
    'Not saved: pet\u00a05: the number is too large.',
  );
});
