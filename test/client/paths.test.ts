import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PawstockClient } from 'pawstock-client/client.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import { inForm } from '../support/long-form.ts';
import { documentedOperations } from '../support/openapi/schema.ts';
import { startForeignServer } from './foreign-server.ts';

/**
 * A call of each operation: for pet 1, or for the API key, webhook endpoint or reservation with
 * this name or id.
 */
const calls: Readonly<Record<string, (client: PawstockClient, name: string) => Promise<unknown>>> =
  {
    listInventory: (client) => client.listInventory({ status: 'available', after: 0n }),
    updateInventory: (client) => client.updateInventory(1n, { quantity: 4 }),
    updateInventoryBatch: (client) => client.updateInventoryBatch([{ petId: 1n, quantity: 5 }]),
    watchInventory: (client) => client.watchInventory({ after: 0 }).next(),
    getInventoryItem: (client) => client.getInventoryItem(1n),
    getNextPetId: (client) => client.getNextPetId(),
    putInventoryItem: (client) => client.putInventoryItem(1n, { quantity: 1, status: 'pending' }),
    deleteInventoryItem: (client) => client.deleteInventoryItem(1n),
    adjustInventory: (client) => client.adjustInventory(1n, { delta: 3 }),
    getInventoryHistory: (client) => client.getInventoryHistory(1n),
    listInventoryHistory: (client) => client.listInventoryHistory({ reason: 'sale' }),
    getReport: (client) => client.getReport({ since: '2026-01-01T00:00:00Z', days: true }),
    getCurrentKey: (client) => client.getCurrentKey(),
    listReserved: (client) => client.listReserved(),
    listReservations: (client) => client.listReservations({ petId: 1n }),
    getReservation: (client, id) => client.getReservation(id),
    putReservation: (client, id) =>
      client.putReservation(id, { items: [{ petId: 1n, quantity: 1 }] }),
    updateReservation: (client, id) => client.updateReservation(id, { expiresIn: 60 }),
    releaseReservation: (client, id) => client.releaseReservation(id),
    sellReservation: (client, id) => client.sellReservation(id),
    listDetails: (client) => client.listDetails(),
    getPetDetails: (client) => client.getPetDetails(1n),
    updateDetails: (client) => client.updateDetails(1n, { name: 'Rex' }),
    listKeys: (client) => client.listKeys(),
    createKey: (client, name) => client.createKey({ name }),
    getKeyByName: (client, name) => client.getKeyByName(name),
    rotateKey: (client, name) => client.rotateKey(name, { overlap: 60 }),
    revokeKey: (client, name) => client.revokeKey(name),
    listWebhooks: (client) => client.listWebhooks(),
    addWebhook: (client, name) =>
      client.addWebhook({ name, url: 'http://127.0.0.1:9/', petIds: [2n ** 63n - 1n, 1] }),
    getWebhook: (client, name) => client.getWebhook(name),
    updateWebhook: (client, name) => client.updateWebhook(name, { paused: true }),
    testWebhook: (client, name) => client.testWebhook(name),
    rotateWebhookSecret: (client, name) => client.rotateWebhookSecret(name),
    replayWebhook: (client, name) => client.replayWebhook(name, { since: '2026-01-31T09:30:00Z' }),
    listWebhookAttempts: (client, name) => client.listWebhookAttempts(name),
    removeWebhook: (client, name) => client.removeWebhook(name),
    listActions: (client) => client.listActions({ limit: 5 }),
    listBackups: (client) => client.listBackups(),
    getShop: (client) => client.getShop(),
    updateShop: (client) => client.updateShop({ lowAt: 3 }),
    getMail: (client) => client.getMail(),
    testMail: (client) => client.testMail(),
  };

/**
 * Starts a server that answers 404, and returns a function that calls an operation and records the
 * requests.
 */
async function startRecorder(t: Parameters<typeof startForeignServer>[0]) {
  const sent: string[] = [];
  const url = await startForeignServer(t, ({ method, url: target }, response) => {
    sent.push(`${method} ${target}`);
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"code":"route_not_found","message":"Nothing is here.","status":404}');
  });
  const client = new PawstockClient({ url, key: 'paw_', retries: 0 });
  return async (operationId: string, name: string) => {
    sent.length = 0;
    const error = await calls[operationId]?.(client, name).catch((thrown: unknown) => thrown);
    return { error, sent: [...sent] };
  };
}

test('the methods are the documented operations', () => {
  const isOperation = (name: string) => name !== 'constructor' && !name.endsWith('Pages');
  const methods = Object.getOwnPropertyNames(PawstockClient.prototype).filter(isOperation);
  const documented = documentedOperations.map(({ operationId }) => operationId).sort();
  assert.deepEqual(methods.sort(), documented);
  assert.deepEqual(Object.keys(calls).sort(), documented);
});

test('each method sends the documented method and path', async (t) => {
  const call = await startRecorder(t);
  for (const { operationId, method, path } of documentedOperations) {
    const { sent } = await call(operationId, 'a-name');
    const target = path.replace('{petId}', '1').replace(/\{(?:name|id)\}/, 'a-name');
    const requests = sent.map((request) => request.split('?')[0]);
    assert.deepEqual(requests, [`${method} /v1${target}`], operationId);
  }
});

/**
 * Strings that would lead to another path if the client did not encode them, and random strings.
 */
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
    'Jörg Müller',
    '山田 太郎',
    'a\ud800',
    '\udfff',
    ' ',
    '\n',
    '\0',
    ';a',
    'a:b@c',
    '1',
    '-5',
    '٣',
  ),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '.',
      '/',
      '\\',
      '%',
      '2',
      'e',
      'E',
      'f',
      '5',
      'c',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
    ),
  }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

test('any name or id is one segment of one path, or nothing is sent', async (t) => {
  const call = await startRecorder(t);
  const named = documentedOperations.filter(({ path }) => /\{(?:name|id)\}/.test(path));
  assert.ok(named.length > 10);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...named),
      texts,
      async ({ operationId, method, path }, text) => {
        const [before = '', after = ''] = `${method} /v1${path}`.split(/\{\w+\}/);
        const { error, sent } = await call(operationId, text);
        const [target, ...more] = sent;
        assert.deepEqual(more, []);
        if (target === undefined) return assert.ok(error instanceof TypeError, `${error}`);
        assert.ok(error instanceof PawstockError);
        assert.ok(target.startsWith(before) && target.endsWith(after), target);
        const segment = target.slice(before.length, after === '' ? undefined : -after.length);
        assert.doesNotMatch(segment, /[/?#\\]/);
        assert.equal(decodeURIComponent(segment), text);
      },
    ),
    { numRuns: inForm({ short: 500, long: 50_000 }) },
  );
});
