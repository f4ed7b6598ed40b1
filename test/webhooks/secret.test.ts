import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { systemPlatform } from '../../src/platform.ts';
import {
  newWebhookSecret,
  openSecret,
  readSecretKey,
  type SecretKey,
  sealSecret,
} from '../../src/webhooks/secret.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a new secret', () => {
  const secrets = Array.from({ length: 100 }, () => newWebhookSecret(systemPlatform));

  test('is like no other', () => {
    assert.equal(new Set(secrets).size, secrets.length);
  });

  test('has 256 bits in the form of Standard Webhooks', () => {
    for (const secret of secrets) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.equal(openSecret({ id: '1', secret }, undefined).length, 32);
    }
  });
});

/** Reads an operator's key from a file with this text. */
function keyFrom(t: TestContext, text: string): SecretKey | undefined {
  const file = join(temporaryFolder(t), 'key');
  writeFileSync(file, text);
  return readSecretKey(file);
}

const operatorsKey = '0123456789abcdef0123456789abcdef';

test('a secret that is stored with a key of the operator', async (t) => {
  const key = keyFrom(t, operatorsKey);
  const plain = newWebhookSecret(systemPlatform);
  const secret = sealSecret(plain, 'one', key, systemPlatform);
  const bytes = openSecret({ id: 'one', secret: plain }, undefined);

  await t.test('cannot be read', () => {
    assert.ok(!secret.includes(plain.slice(6, 20)));
  });

  await t.test('looks different each time', () => {
    assert.notEqual(sealSecret(plain, 'one', key, systemPlatform), secret);
  });

  await t.test('is the same when it is opened', () => {
    assert.deepEqual(openSecret({ id: 'one', secret }, key), bytes);
  });

  await t.test('is opened with the key of a file that ends with a line break', () => {
    const fromLine = keyFrom(t, `${operatorsKey}\n`);
    assert.deepEqual(openSecret({ id: 'one', secret }, fromLine), bytes);
  });

  await t.test('is opened for its endpoint alone', () => {
    assert.throws(() => openSecret({ id: 'two', secret }, key), /another WEBHOOK_KEY/);
  });

  await t.test('is not opened with another key', () => {
    const other = keyFrom(t, 'f'.repeat(32));
    assert.throws(() => openSecret({ id: 'one', secret }, other), /another WEBHOOK_KEY/);
  });

  await t.test('is not opened without a key', () => {
    assert.throws(() => openSecret({ id: 'one', secret }, undefined), /Set WEBHOOK_KEY/);
  });
});

test('a key of fewer than 32 characters is refused', (t) => {
  assert.throws(() => keyFrom(t, 'short'), /fewer than 32/);
});

test('a key file that cannot be read is refused with the reason', (t) => {
  const file = join(temporaryFolder(t), 'none');
  assert.throws(() => readSecretKey(file), /cannot be read \(ENOENT\)/);
});
