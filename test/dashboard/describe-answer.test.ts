import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAnswer } from '../../dashboard/src/settings/describe-answer.ts';
import { noResponseWithin } from '../../src/domain/webhook-failure-texts.ts';

test('answers of a webhook are in words, with what the people who made the program need', () => {
  for (const [answer, words] of [
    ['204', 'accepted (204)'],
    ['301', 'the address has moved; enter the new one (301)'],
    ['401', 'refused; check the secret in the other program (401)'],
    ['404', 'there is nothing at this address (404)'],
    ['422', 'the program does not understand the message (422)'],
    ['503', 'the program has failed (503)'],
    ['ENOTFOUND', 'there is no such host name (ENOTFOUND)'],
    ['ECONNREFUSED', 'nothing answers at this address (ECONNREFUSED)'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of the address is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    [noResponseWithin(15_000), 'no response within 15 s'],
    ['Parse Error', 'Parse Error'],
  ] as const)
    assert.equal(describeAnswer(answer), words);
});
