import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pinRule, seal, unseal } from '../../dashboard/src/session/seal.ts';
import { newSecret } from '../../src/domain/api-key.ts';

const secret = newSecret();

test('a sealed key opens with its PIN', async () => {
  assert.equal(await unseal(await seal(secret, '4711'), '4711'), secret);
});

test('a sealed key does not open with another PIN', async () => {
  assert.equal(await unseal(await seal(secret, '4711'), '4712'), undefined);
});

test('a sealed key contains nothing of the key or the PIN', async () => {
  const sealed = JSON.stringify(await seal(secret, '471147'));
  assert.ok(!sealed.includes(secret));
  assert.ok(!sealed.includes('471147'));
});

test('each seal has a salt and a start of its own, so equal keys and PINs look different', async () => {
  const first = await seal(secret, '4711');
  const second = await seal(secret, '4711');
  assert.notEqual(first.salt, second.salt);
  assert.notEqual(first.iv, second.iv);
  assert.notEqual(first.text, second.text);
});

test('a guess costs 600,000 rounds', async () => {
  const { rounds } = await seal(secret, '4711');
  assert.ok(rounds >= 600_000, `${rounds} rounds`);
});

test('a PIN has four to six digits', () => {
  for (const pin of ['0000', '12345', '123456']) assert.match(pin, pinRule);
  for (const pin of ['', '123', '1234567', '12a4', ' 1234', '１２３４']) {
    assert.doesNotMatch(pin, pinRule);
  }
});
