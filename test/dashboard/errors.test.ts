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

test('tells staff why for every code, without a technical word', () => {
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

type ErrorCase = {
  title: string;
  code: PawstockErrorCode;
  details?: Partial<PawstockError>;
  text: string;
};
const errorCases: readonly ErrorCase[] = [
  {
    title: 'how many can be taken',
    code: 'insufficient_stock',
    details: { available: 1_300 },
    text: 'only 1,300 of pet\u00a05 can be taken now. Take at most 1,300.',
  },
  {
    title: 'that none can be taken',
    code: 'insufficient_stock',
    details: { available: 0 },
    text: 'pet\u00a05 is out of stock, or others have reserved the rest.',
  },
  {
    title: 'that the pet was removed',
    code: 'pet_not_found',
    text: 'the pet has been removed meanwhile.',
  },
  {
    title: 'which pet of a list was removed',
    code: 'pet_not_found',
    details: { row: 2 },
    text: 'pet\u00a05 has been removed meanwhile.',
  },
  {
    title: 'which pet of a list was changed',
    code: 'version_mismatch',
    details: { row: 2 },
    text: 'pet\u00a05 has been changed meanwhile. Check it again.',
  },
  {
    title: 'which number of a list is too large',
    code: 'invalid_value',
    details: { row: 1 },
    text: 'the number of pet\u00a05 is too large. Enter a smaller one.',
  },
  {
    title: 'which pet has the barcode',
    code: 'barcode_taken',
    text: 'pet\u00a05 has this barcode. Remove it there first.',
  },
  {
    title: 'how long to wait',
    code: 'rate_limited',
    details: { retryAfterMs: 1_000 },
    text: 'that was too much at once. Try again in 1 second.',
  },
  {
    title: 'how many whole seconds to wait',
    code: 'rate_limited',
    details: { retryAfterMs: 2_500 },
    text: 'that was too much at once. Try again in 3 seconds.',
  },
];
for (const { title, code, details, text } of errorCases) {
  test(`tells staff ${title}`, () => {
    assert.equal(described(code, { petId: 5n, ...details }), `Not saved: ${text}`);
  });
}
