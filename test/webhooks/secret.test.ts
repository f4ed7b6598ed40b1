import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemPlatform } from '../../src/platform.ts';
import {
  newWebhookSecret,
  openSecret,
  readSecretKey,
  sealSecret,
} from '../../src/webhooks/secret.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a secret has 256 random bits in the form of Standard Webhooks', () => {
  const secrets = Array.from({ length: 100 }, () => newWebhookSecret(systemPlatform));
  assert.equal(new Set(secrets).size, 100);
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(openSecret({ id: '1', secret }, undefined).length, 32);
  }
});

test('with a key it is stored encrypted, for its endpoint alone', (t) => {
  const folder = temporaryFolder(t);
  const keyFrom = (text: string) => {
    writeFileSync(join(folder, 'key'), text);
    return readSecretKey(join(folder, 'key'));
  };
  const key = keyFrom('0123456789abcdef0123456789abcdef');
  const plain = newWebhookSecret(systemPlatform);
  const secret = sealSecret(plain, 'one', key, systemPlatform);
  assert.ok(!secret.includes(plain.slice(6, 20)));
  assert.notEqual(sealSecret(plain, 'one', key, systemPlatform), secret, 'no two look the same');
  const bytes = openSecret({ id: 'one', secret: plain }, undefined);
  assert.deepEqual(openSecret({ id: 'one', secret }, key), bytes);
  assert.deepEqual(
    openSecret({ id: 'one', secret }, keyFrom('0123456789abcdef0123456789abcdef\n')),
    bytes,
  );
  assert.throws(() => openSecret({ id: 'two', secret }, key), /another WEBHOOK_KEY/);
  assert.throws(
    () => openSecret({ id: 'one', secret }, keyFrom('f'.repeat(32))),
    /another WEBHOOK_KEY/,
  );
  assert.throws(() => openSecret({ id: 'one', secret }, undefined), /Set WEBHOOK_KEY/);
  assert.throws(() => keyFrom('short'), /fewer than 32/);
  assert.throws(() => readSecretKey(join(folder, 'none')), /cannot be read \(ENOENT\)/);
});
