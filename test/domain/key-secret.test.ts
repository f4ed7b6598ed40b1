import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf, hasValidChecksum, newSecret } from '../../src/domain/api-key.ts';

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const randomPart = (secret: string) => secret.slice('paw_'.length, -'abcdef'.length);

test('a new secret is paw_, 43 random characters and a checksum of 6', () => {
  // 43 of 62 characters are 256 bits.
  const secret = newSecret();
  assert.match(secret, /^paw_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  assert.ok(hasValidChecksum(secret), secret);
});

test('no new secret is the same as another', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret);
  assert.equal(new Set(secrets.map(randomPart)).size, secrets.length);
});

test('a new secret draws every character equally often', () => {
  const count = new Map(alphabet.map((character) => [character, 0]));
  const secrets = 4_000;
  for (let i = 0; i < secrets; i++) {
    for (const character of randomPart(newSecret()))
      count.set(character, (count.get(character) ?? 0) + 1);
  }
  // Each character of the secrets is expected 2,774 times with a standard deviation of 1.9 %. A
  // deviation of 12 % occurs once in 50 million runs. Random bytes modulo 62 would produce eight
  // characters 21 % too often.
  const expected = (secrets * 43) / alphabet.length;
  for (const [character, times] of count) {
    assert.ok(
      Math.abs(times - expected) < 0.12 * expected,
      `"${character}" came ${times} times, not ${expected}`,
    );
  }
});

test('a secret is noticed in which any one character is mistyped', () => {
  const secret = newSecret();
  for (const [place, right] of [...secret].entries()) {
    for (const wrong of [...alphabet, '_', '-', ' ', '\n', 'é']) {
      if (wrong === right) continue;
      const mistyped = secret.slice(0, place) + wrong + secret.slice(place + 1);
      const what = `${secret} with ${JSON.stringify(wrong)} at ${place}`;
      assert.equal(hasValidChecksum(mistyped), false, what);
    }
  }
});

test('a secret is noticed that is cut off', () => {
  const secret = newSecret();
  for (const text of ['', 'paw_', secret.slice(0, -1), secret.slice(1)])
    assert.equal(hasValidChecksum(text), false, text);
});

test('a secret is noticed that goes on', () => {
  const secret = newSecret();
  for (const text of [`${secret}0`, `${secret}\n`, ` ${secret}`, secret + secret])
    assert.equal(hasValidChecksum(text), false, text);
});

test('a secret is noticed in other letter case', () => {
  const secret = newSecret().toUpperCase();
  assert.equal(hasValidChecksum(secret), false, secret);
});

test('the digest of a secret is its SHA-256 in hexadecimal', () => {
  // This example comes from the SHA-256 standard.
  assert.equal(digestOf('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
