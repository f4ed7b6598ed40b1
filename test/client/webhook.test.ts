import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient, verifyWebhook } from 'pawstock-client/client.ts';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const [secret, other] = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_c2VjcmV0IG9mIHNvbWVib2R5IGVsc2U=',
];
const huge = 2n ** 63n - 1n;
const time = '2026-01-31T09:30:00.000Z';
const body = `{"type":"inventory.out","timestamp":"${time}","data":{"seq":17,"petId":${huge},"at":"${time}"}}`;

function signedWith(key: string, { atMs = Date.now(), text = body } = {}) {
  const at = new Date(atMs);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': new StandardWebhook(key).sign('msg_1', at, text),
  };
}

const refused = (message: RegExp) => ({ name: 'WebhookVerificationError', message });

test('the petIds of an endpoint have every digit', async (t) => {
  const { url, store } = await startService(t);
  const client = new PawstockClient({
    url: `${url}/v1`,
    key: await createKey(store, { scope: 'owner' }),
  });
  const petIds = [huge, -(2n ** 63n), 1n];
  const added = await client.addWebhook({
    name: 'shop',
    url: 'https://shop.example/?"petIds":[1]',
    petIds,
  });
  assert.deepEqual([added.petIds, (await client.listWebhooks())[0]?.petIds], [petIds, petIds]);
  assert.equal((await client.updateWebhook('shop', { petIds: null })).petIds, null);
});

test('any of several signatures will do, in headers of any form', async () => {
  const headers = signedWith(secret);
  const old = signedWith(other)['webhook-signature'];
  const both = {
    ...headers,
    'webhook-signature': `v1a,xyz ${old} v1,%%% ${headers['webhook-signature']}`,
  };
  const capital = Object.fromEntries(
    Object.entries(both).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  for (const sent of [headers, both, new Headers(both), capital]) {
    const { id, ...event } = await verifyWebhook(
      secret,
      sent,
      sent === both ? Buffer.from(body) : body,
    );
    const data = { seq: 17, petId: huge, at: new Date(time) };
    assert.deepEqual(
      [id, event],
      ['msg_1', { type: 'inventory.out', timestamp: new Date(time), data }],
    );
  }
});

test('a webhook that was changed, is signed by another or by nobody, is old or from the future is refused', async () => {
  const headers = signedWith(secret);
  await assert.rejects(
    verifyWebhook(secret, headers, body.replace('17', '18')),
    refused(/^No signature/),
  );
  await assert.rejects(
    verifyWebhook(secret, { ...headers, 'webhook-id': 'msg_2' }, body),
    refused(/^No signature/),
  );
  const mac = headers['webhook-signature'].slice(3);
  for (const signature of [
    'v1,',
    `v2,${mac}`,
    mac,
    `v1,${mac.slice(0, -4)}`,
    `v1,${mac} `.repeat(2).toLowerCase(),
  ]) {
    const forged = { ...headers, 'webhook-signature': signature };
    await assert.rejects(verifyWebhook(secret, forged, body), refused(/^No signature/), signature);
  }
  for (const ageMs of [-310_000, 310_000]) {
    const stale = signedWith(secret, { atMs: Date.now() - ageMs });
    await assert.rejects(verifyWebhook(secret, stale, body), refused(/^The webhook is too old/));
  }
  for (const ageMs of [-290_000, 290_000])
    await verifyWebhook(secret, signedWith(secret, { atMs: Date.now() - ageMs }), body);
  await assert.rejects(
    verifyWebhook(secret, { ...headers, 'webhook-timestamp': 'now' }, body),
    refused(/too old/),
  );
  for (const name of Object.keys(headers))
    await assert.rejects(
      verifyWebhook(secret, { ...headers, [name]: undefined }, body),
      refused(/are missing/),
    );
  for (const wrong of ['', 'whsec_', 'whsec_%', undefined as unknown as string])
    await assert.rejects(verifyWebhook(wrong, headers, body), {
      name: 'TypeError',
      message: /^secret must be/,
    });
  const parsed = verifyWebhook(secret, headers, JSON.parse(body));
  await assert.rejects(parsed, {
    name: 'TypeError',
    message: /^body must be the text or bytes that arrived/,
  });
});
