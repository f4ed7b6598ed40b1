import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { PawstockClient, verifyWebhook } from 'pawstock-client/client.ts';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = 'whsec_c2VjcmV0IG9mIHNvbWVib2R5IGVsc2U=';
const huge = 2n ** 63n - 1n;
const time = '2026-01-31T09:30:00.000Z';
const data = `{"seq":17,"petId":${huge},"at":"${time}"}`;
const body = `{"type":"inventory.out","timestamp":"${time}","data":${data}}`;

/** The headers of a delivery of `body` that is signed now, or at a time. */
function signedWith(key: string, atMs = Date.now()) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': new StandardWebhook(key).sign('msg_1', new Date(atMs), body),
  };
}

test('the petIds of an endpoint', async (t) => {
  const { url, store } = await startService(t);
  const key = await createKey(store, { scope: 'owner' });
  const client = new PawstockClient({ url: `${url}/v1`, key });
  const petIds = [huge, -(2n ** 63n), 1n];
  const misleadingUrl = 'https://shop.example/?"petIds":[1]';

  await t.test('have every digit when it is added', async () => {
    const added = await client.addWebhook({ name: 'shop', url: misleadingUrl, petIds });
    assert.deepEqual(added.petIds, petIds);
  });

  await t.test('have every digit when it is listed', async () => {
    const [listed] = await client.listWebhooks();
    assert.deepEqual(listed?.petIds, petIds);
  });

  await t.test('are removed with null', async () => {
    const changed = await client.updateWebhook('shop', { petIds: null });
    assert.equal(changed.petIds, null);
  });
});

describe('a webhook is verified and parsed', () => {
  const signed = signedWith(secret);
  const several = {
    ...signed,
    'webhook-signature': [
      'v1a,xyz',
      signedWith(otherSecret)['webhook-signature'],
      'v1,%%%',
      signed['webhook-signature'],
    ].join(' '),
  };
  const capitals = Object.fromEntries(
    Object.entries(several).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  const deliveries = [
    { title: 'with one signature', headers: signed, received: body },
    { title: 'with several signatures, of which one is right', headers: several, received: body },
    { title: 'with a body of bytes', headers: signed, received: Buffer.from(body) },
    { title: 'with headers as fetch has them', headers: new Headers(several), received: body },
    { title: 'with headers in capitals and lists of values', headers: capitals, received: body },
  ];

  for (const { title, headers, received } of deliveries) {
    test(title, async () => {
      assert.deepEqual(await verifyWebhook(secret, headers, received), {
        id: 'msg_1',
        type: 'inventory.out',
        timestamp: new Date(time),
        data: { seq: 17, petId: huge, at: new Date(time) },
      });
    });
  }

  for (const ageMs of [-290_000, 290_000]) {
    test(`if it was signed ${ageMs / 1000} seconds ago`, async () => {
      const { id } = await verifyWebhook(secret, signedWith(secret, Date.now() - ageMs), body);
      assert.equal(id, 'msg_1');
    });
  }
});

describe('a webhook is refused', () => {
  const headers = signedWith(secret);
  const mac = headers['webhook-signature'].slice('v1,'.length);

  async function assertRefused(sent: object, message: RegExp, received = body): Promise<void> {
    const verified = verifyWebhook(secret, { ...sent }, received);
    await assert.rejects(verified, { name: 'WebhookVerificationError', message });
  }

  test('if its body was changed', async () => {
    await assertRefused(headers, /^No signature/, body.replace('17', '18'));
  });

  test('if its ID was changed', async () => {
    await assertRefused({ ...headers, 'webhook-id': 'msg_2' }, /^No signature/);
  });

  const forgeries = [
    { title: 'is empty', signature: 'v1,' },
    { title: 'is of another version', signature: `v2,${mac}` },
    { title: 'has no version', signature: mac },
    { title: 'was cut', signature: `v1,${mac.slice(0, -4)}` },
    { title: 'was changed to lower case', signature: `v1,${mac} `.repeat(2).toLowerCase() },
  ];

  for (const { title, signature } of forgeries) {
    test(`if its signature ${title}`, async () => {
      await assertRefused({ ...headers, 'webhook-signature': signature }, /^No signature/);
    });
  }

  test('if it is signed with another secret', async () => {
    await assertRefused(signedWith(otherSecret), /^No signature/);
  });

  test('if it is more than five minutes old', async () => {
    const old = signedWith(secret, Date.now() - 310_000);
    await assertRefused(old, /^The webhook is too old/);
  });

  test('if it is from more than five minutes ahead', async () => {
    const early = signedWith(secret, Date.now() + 310_000);
    await assertRefused(early, /^The webhook is too old/);
  });

  test('if its timestamp is no number', async () => {
    await assertRefused({ ...headers, 'webhook-timestamp': 'now' }, /too old/);
  });

  for (const name of Object.keys(headers)) {
    test(`without the header ${name}`, async () => {
      await assertRefused({ ...headers, [name]: undefined }, /are missing/);
    });
  }
});

describe('as a mistake of the caller is refused', () => {
  for (const wrong of ['', 'whsec_', 'whsec_%', undefined as unknown as string]) {
    test(`${inspect(wrong)} as a secret`, async () => {
      const verified = verifyWebhook(wrong, signedWith(secret), body);
      await assert.rejects(verified, { name: 'TypeError', message: /^secret must be/ });
    });
  }

  test('a body that was parsed before', async () => {
    const verified = verifyWebhook(secret, signedWith(secret), JSON.parse(body));
    const message = /^body must be the text or bytes that arrived/;
    await assert.rejects(verified, { name: 'TypeError', message });
  });
});
