import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { digestOf, hasValidChecksum, newSecret } from '../../src/domain/api-key.ts';

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const randomPart = (secret: string) => secret.slice('paw_'.length, -'abcdef'.length);

describe('a new secret', () => {
  test('is paw_, 43 random characters and 6 of checksum', () => {
    for (let i = 0; i < 100; i++) assert.match(newSecret(), /^paw_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  });

  test('has at least 256 bits: as many characters as that takes', () => {
    assert.ok(62n ** BigInt(randomPart(newSecret()).length) >= 2n ** 256n);
  });

  test('is well formed, and never the same as another', () => {
    const secrets = Array.from({ length: 1_000 }, newSecret);
    assert.ok(secrets.every(hasValidChecksum));
    assert.equal(new Set(secrets.map(randomPart)).size, secrets.length);
  });

  test('draws every character equally often', () => {
    const count = new Map(alphabet.map((character) => [character, 0]));
    const secrets = 4_000;
    for (let i = 0; i < secrets; i++) {
      for (const character of randomPart(newSecret())) count.set(character, (count.get(character) ?? 0) + 1);
    }
    // 2,774 each are expected, with a standard deviation of 1.9 %: 12 % happens once in 50 million runs, while taking
    // random bytes modulo 62 would give eight of the characters 21 % too much.
    const expected = (secrets * 43) / alphabet.length;
    for (const [character, times] of count) {
      assert.ok(Math.abs(times - expected) < 0.12 * expected, `"${character}" came ${times} times, not ${expected}`);
    }
  });
});

describe('a mistyped secret', () => {
  test('is noticed whichever single character is another', () => {
    const secret = newSecret();
    for (const [place, right] of [...secret].entries()) {
      for (const wrong of [...alphabet, '_', '-', ' ', '\n', 'é']) {
        if (wrong === right) continue;
        const mistyped = secret.slice(0, place) + wrong + secret.slice(place + 1);
        assert.equal(hasValidChecksum(mistyped), false, `${secret} with ${JSON.stringify(wrong)} at ${place}`);
      }
    }
  });

  const secret = newSecret();
  const wrong: Readonly<Record<string, string>> = {
    'is empty': '',
    'is cut off at the end': secret.slice(0, -1),
    'is cut off at the start': secret.slice(1),
    'is the prefix alone': 'paw_',
    'has one character more': `${secret}0`,
    'has a line feed at its end': `${secret}\n`,
    'has a space before it': ` ${secret}`,
    'comes twice': secret + secret,
    'is in capitals': secret.toUpperCase(),
  };
  for (const [name, text] of Object.entries(wrong)) {
    test(`is noticed where it ${name}`, () => assert.equal(hasValidChecksum(text), false));
  }
});

describe('the digest of a secret', () => {
  test('is its SHA-256 in hexadecimal', () => {
    // From the standard's own examples.
    assert.equal(digestOf('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const secret = newSecret();
    assert.equal(digestOf(secret), createHash('sha256').update(secret, 'utf8').digest('hex'));
  });

  test('is another for each secret', () => assert.notEqual(digestOf(newSecret()), digestOf(newSecret())));
});
