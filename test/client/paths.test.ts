import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PawstockClient } from '../../client/client.ts';
import { PawstockError } from '../../client/error.ts';
import { inForm } from '../support/long-form.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { startForeignServer } from './foreign-server.ts';

/**
 * A name or an id is one segment of one path, or it is refused before anything is sent. The paths here have a * in the
 * place of that segment.
 */

type Call = (client: PawstockClient, name: string) => Promise<unknown>;

/** The types refuse a string here, which callers in plain JavaScript may pass all the same. */
const asPetId = (text: string) => text as unknown as bigint;
const items = [{ petId: 1n, quantity: 1 }];

const namedPaths: Readonly<Record<string, readonly [path: string, call: Call]>> = {
  revokeKey: ['/keys/*', (client, name) => client.revokeKey(name)],
  rotateKey: ['/keys/*/rotation', (client, name) => client.rotateKey(name)],
  getWebhook: ['/webhooks/*', (client, name) => client.getWebhook(name)],
  updateWebhook: ['/webhooks/*', (client, name) => client.updateWebhook(name, { paused: true })],
  removeWebhook: ['/webhooks/*', (client, name) => client.removeWebhook(name)],
  testWebhook: ['/webhooks/*/test', (client, name) => client.testWebhook(name)],
  rotateWebhookSecret: ['/webhooks/*/rotation', (client, name) => client.rotateWebhookSecret(name)],
  replayWebhook: ['/webhooks/*/replay', (client, name) => client.replayWebhook(name, { after: 0 })],
  listWebhookAttempts: ['/webhooks/*/attempts', (client, name) => client.listWebhookAttempts(name)],
  reserve: ['/reservations/*', (client, id) => client.reserve(id, { items })],
  sell: ['/reservations/*/sale', (client, id) => client.sell(id)],
  release: ['/reservations/*', (client, id) => client.release(id)],
  getReservation: ['/reservations/*', (client, id) => client.getReservation(id)],
  getInventoryItem: ['/inventory/*', (client, id) => client.getInventoryItem(asPetId(id))],
  updateInventory: ['/inventory/*', (client, id) => client.updateInventory(asPetId(id), { quantity: 1 })],
  adjustInventory: ['/inventory/*/adjustments', (client, id) => client.adjustInventory(asPetId(id), { delta: 1 })],
  putInventoryItem: [
    '/inventory/*',
    (client, id) => client.putInventoryItem(asPetId(id), { quantity: 1, status: 'sold' }),
  ],
  deleteInventoryItem: ['/inventory/*', (client, id) => client.deleteInventoryItem(asPetId(id))],
  getDetails: ['/inventory/*/details', (client, id) => client.getDetails(asPetId(id))],
  updateDetails: ['/inventory/*/details', (client, id) => client.updateDetails(asPetId(id), { name: 'Rex' })],
  getInventoryHistory: ['/inventory/*/history', (client, id) => client.getInventoryHistory(asPetId(id))],
};

/** The methods whose path is always the same. */
const fixedPaths = [
  ...['listInventory', 'updateInventoryBatch', 'listDetails', 'watchInventory', 'listInventoryHistory', 'getReport'],
  ...['listReservations', 'listReserved', 'getKey', 'listKeys', 'createKey', 'listWebhooks', 'addWebhook'],
  'listActions',
];

/** Strings that lead elsewhere where they are taken as they are, and any others. */
const texts = fc.oneof(
  fc.constantFrom(
    '../inventory/77',
    'a#b',
    'a?b',
    '.',
    '..',
    '',
    '%2e%2e',
    '%2E',
    'a/../b',
    '\\..\\b',
    '//b',
    '%',
    '%zz',
  ),
  fc.constantFrom('Jörg Müller', '山田 太郎', 'a\ud800', '\udfff', ' ', '\n', '\0', ';a', 'a:b@c', '1', '-5', '٣'),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'E', 'f', '5', 'c', '?', '#', '\t', '\n', ' ') }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

test('every method is in one of the lists above', () => {
  const methods = Object.getOwnPropertyNames(PawstockClient.prototype).filter((name) => name !== 'constructor');
  assert.deepEqual(methods.sort(), [...Object.keys(namedPaths), ...fixedPaths].sort());
});

describe('any string is one segment of one path, or nothing is sent:', () => {
  for (const [method, [path, call]] of Object.entries(namedPaths)) {
    test(method, async (t) => {
      const targets: string[] = [];
      const url = await startForeignServer(t, (request, response) => {
        targets.push(request.url ?? '');
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end('{"code":"route_not_found","message":"Nothing is here.","status":404}');
      });
      const client = new PawstockClient({ url, key: 'paw_', retries: 0 });
      const [before = '', after = ''] = `/v1${path}`.split('*');
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          targets.length = 0;
          const error = await call(client, text).catch((thrown: unknown) => thrown);
          const [target, ...more] = targets;
          assert.deepEqual(more, []);
          if (target === undefined) return assert.ok(error instanceof TypeError, `${error}`);
          assert.ok(error instanceof PawstockError);
          assert.ok(target.startsWith(before) && target.endsWith(after), target);
          const segment = target.slice(before.length, after === '' ? undefined : -after.length);
          assert.doesNotMatch(segment, /[/?#\\]/);
          assert.equal(decodeURIComponent(segment), text);
        }),
        { numRuns: inForm({ short: 200, long: 5_000 }) },
      );
    });
  }
});

test('a name that looks like the path of a pet removes no pet', async (t) => {
  const { port, store, call } = await startService(t, { pets: [{ petId: 77n, quantity: 1 }] });
  const owner = await createKey(store, { scope: 'owner' });
  const client = new PawstockClient({ url: `http://127.0.0.1:${port}/v1`, key: owner });
  await assert.rejects(client.revokeKey('../inventory/77'), { code: 'invalid_value' });
  assert.equal((await call('GET', '/v1/inventory/77')).status, 200);
});
