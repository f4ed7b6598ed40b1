import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockError, type PawstockErrorCode } from 'pawstock-client/error.ts';
import { describeError } from '../../dashboard/src/api/describe-error.ts';
import { errorCodes, errorStatus } from '../../src/http/errors.ts';

const sentence =
  'Row 2: the petId must be a 64-bit integer. Send If-Match, an Idempotency-Key and JSON.';

const described = (code: PawstockErrorCode, details: Partial<PawstockError> = {}) => {
  const status = code in errorStatus ? errorStatus[code as keyof typeof errorStatus] : 0;
  return describeError(new PawstockError(code, sentence, { status, ...details }));
};

test('tells staff why, for every code, without a word of the service', () => {
  const details = [
    {},
    { petId: 5n, available: 3 },
    { row: 2, petId: 5n, available: 0, retryAfterMs: 2_000 },
  ];
  for (const code of [...errorCodes, 'unreachable', 'timed_out', 'unexpected_response'] as const) {
    for (const detail of details) {
      const text = described(code, detail);
      assert.match(text, /^Not saved: \S.*\.$/, code);
      assert.doesNotMatch(
        text,
        /64-bit|petId|If-Match|Idempotency|JSON|Row|\{|none|undefined|NaN/,
        code,
      );
    }
  }
});

test('shows the sentence of the service for a code that the dashboard does not know', () => {
  for (const code of ['later_code', 'toString'])
    assert.equal(described(code as PawstockErrorCode, { status: 409 }), `Not saved: ${sentence}`);
});

test('names the pet of a list, and says how many can be taken', () => {
  const texts: [PawstockErrorCode, Partial<PawstockError>, string][] = [
    [
      'insufficient_stock',
      { available: 1_300 },
      'only 1,300 of pet\u00a05 can be taken now. Take at most 1,300.',
    ],
    [
      'insufficient_stock',
      { available: 0 },
      'pet\u00a05 is out of stock, or others have reserved the rest.',
    ],
    ['pet_not_found', {}, 'the pet has been removed meanwhile.'],
    ['pet_not_found', { row: 2 }, 'pet\u00a05 has been removed meanwhile.'],
    ['version_mismatch', { row: 2 }, 'pet\u00a05 has been changed meanwhile. Check it again.'],
    ['invalid_value', { row: 1 }, 'the number of pet\u00a05 is too large. Enter a smaller one.'],
    ['barcode_taken', {}, 'pet\u00a05 has this barcode. Remove it there first.'],
    ['rate_limited', { retryAfterMs: 1_000 }, 'that was too much at once. Try again in 1 second.'],
    ['rate_limited', { retryAfterMs: 2_500 }, 'that was too much at once. Try again in 3 seconds.'],
  ];
  for (const [code, details, text] of texts) {
    assert.equal(described(code, { petId: 5n, ...details }), `Not saved: ${text}`);
  }
});
