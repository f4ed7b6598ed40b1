import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf, hasValidChecksum, newSecret } from '../../src/domain/api-key.ts';

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const randomPart = (secret: string) => secret.slice('paw_'.length, -'abcdef'.length);

test('a new secret is paw_, 43 random characters, which is 256 bits, and 6 of checksum, and never the same as another', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret);
  for (const secret of secrets) assert.match(secret, /^paw_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  assert.ok(secrets.every(hasValidChecksum));
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

test('a mistyped secret is noticed, whichever single character is another, and one that is cut off or continued', () => {
  const secret = newSecret();
  for (const [place, right] of [...secret].entries()) {
    for (const wrong of [...alphabet, '_', '-', ' ', '\n', 'é']) {
      if (wrong === right) continue;
      const mistyped = secret.slice(0, place) + wrong + secret.slice(place + 1);
      assert.equal(
        hasValidChecksum(mistyped),
        false,
        `${secret} with ${JSON.stringify(wrong)} at ${place}`,
      );
    }
  }
  const others = [
    secret.slice(0, -1),
    secret.slice(1),
    `${secret}0`,
    `${secret}\n`,
    ` ${secret}`,
    secret + secret,
  ];
  for (const text of ['', 'paw_', secret.toUpperCase(), ...others])
    assert.equal(hasValidChecksum(text), false, text);
});

test('the digest of a secret is its SHA-256 in hexadecimal', () => {
  // This example comes from the SHA-256 standard.
  assert.equal(digestOf('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
