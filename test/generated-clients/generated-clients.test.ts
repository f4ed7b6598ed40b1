import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PawstockClient } from '../../client/client.ts';
import { freePort } from '../support/free-port.ts';
import { documentedOperations } from '../support/openapi/schema.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

/**
 * Clients generated from openapi.json call the service, one of them every operation, and a proxy validates the calls. The
 * tools are in a package of their own, which the test installs if need be: `npm run test:clients`.
 */

const folder = fileURLToPath(new URL('.', import.meta.url));
const document = fileURLToPath(new URL('../../openapi.json', import.meta.url));
const run = promisify(execFile);

/** Runs a command of the package with this Node. */
const tool = (name: string, args: string[]) =>
  run(process.execPath, [join('node_modules/.bin', name), ...args], { cwd: folder, maxBuffer: 1e8 });

async function install(): Promise<void> {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const isCurrent =
    existsSync(installed) && statSync(installed).mtimeMs > statSync(join(folder, 'package-lock.json')).mtimeMs;
  if (!isCurrent) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

/** Classes for the schemas that the tour in Python needs. Times stay text: Python reads them with another package only. */
async function generatePython(): Promise<void> {
  const { InputData, JSONSchemaInput, JSONSchemaStore, quicktype } = createRequire(import.meta.url)('quicktype-core');
  const timesAsText = (key: string, value: unknown) =>
    key === 'format' && String(value).startsWith('date') ? undefined : value;
  const { components } = JSON.parse(readFileSync(document, 'utf8'), timesAsText);
  const names = ['Reservation', 'ReservationRequest', 'ReservationUpdate', 'InventoryItem', 'Report', 'Error'];
  const schemas = new JSONSchemaInput(new JSONSchemaStore());
  for (const name of [...names, 'NewKey', 'KeyCreation', 'NewWebhook', 'Webhook', 'WebhookCreation'])
    await schemas.addSource({ name, schema: JSON.stringify({ $ref: `#/components/schemas/${name}`, components }) });
  const inputData = new InputData();
  inputData.addInput(schemas);
  const { lines } = await quicktype({ inputData, lang: 'python', rendererOptions: { 'python-version': '3.7' } });
  writeFileSync(join(folder, 'generated/quicktype_types.py'), lines.join('\n'));
}

/** What the tour prints on a service with two pets of ten each. */
const tour = `getKey 200 owner owner
listInventory 200 2
listInventory 304
listInventory 200 10 </v1/inventory?status=available&minQuantity=1&limit=1&after=1>; rel="next"
getInventoryItem 200 available "1"
getInventoryItem 304
updateInventory 200 9
updateInventory 200 true
updateInventory 412 version_mismatch
adjustInventory 200 7
putInventoryItem 201 pending /v1/inventory/3
putInventoryItem 412 version_mismatch
putInventoryItem 200 4
updateInventoryBatch 200 5,7,6
getInventoryHistory 200 set,adjust true
listInventoryHistory 200 2:-3,1:-1
updateDetails 200 Rex
listDetails 200 1:Rex:4006381333931,4:Tom:null
listDetails 304
getDetails 200 3
reserve 201 for Ana
getReservation 200 2
listReservations 200 order-1
listReserved 200 2
updateReservation 200 for Ana and Tom
sell 412 version_mismatch
sell 200 3
release 409 reservation_ended
getReport 200 3
createKey 201 till read
listKeys 200 3
rotateKey 200 5
revokeKey 204
addWebhook 201 1,2
listWebhooks 200 shop
updateWebhook 200 paused
getWebhook 200 changed,low,out
testWebhook 200 false
rotateWebhookSecret 200 shop
replayWebhook 200
listWebhookAttempts 200 1
removeWebhook 204
listActions 200 webhook.remove
listBackups 200 0
watchInventory 200 "seq":4,"petId":1
deleteInventoryItem 204
getInventoryItem 404 pet_not_found
`;

/** What the shorter tour prints. */
const orderTour = `reserve 201 active
updateReservation 200 for Ana
sell 412 version_mismatch
sell 200 8
release 409 reservation_ended
getReport 200 2
createKey 201 read
rotateKey 200 till
revokeKey 204
addWebhook 201 1,2
updateWebhook 200 paused
removeWebhook 204
`;

const pets = [1n, 2n].map((petId) => ({ petId, quantity: 10 }));

describe('a client generated from the document', () => {
  before(async () => {
    await install();
    rmSync(join(folder, 'generated'), { recursive: true, force: true });
    await tool('openapi-typescript', [document, '--output', 'generated/openapi-typescript.ts']);
    await tool('openapi-ts', ['--input', document, '--output', 'generated/hey-api', '--silent', '--no-log-file']);
    await generatePython();
    // Checks the types strictly, and compiles to JavaScript.
    await tool('tsc', ['--project', '.']).catch((error: { stdout: string }) => assert.fail(error.stdout));
  });

  test("the document passes Redocly's recommended rules", async () => {
    const { createConfig, lint } = createRequire(import.meta.url)('@redocly/openapi-core');
    const problems = await lint({ ref: document, config: await createConfig({ extends: ['recommended'] }) });
    assert.deepEqual(
      problems.map(({ ruleId, message }: { ruleId: string; message: string }) => `${ruleId}: ${message}`),
      [],
    );
  });

  test('the tour is of all operations', () => {
    const called = new Set(tour.split('\n').map((line) => line.split(' ')[0] ?? ''));
    const documented = documentedOperations.map(({ operationId }) => operationId);
    assert.deepEqual([...called].filter(Boolean).sort(), documented.sort());
  });

  for (const [name, expected, command, skip] of [
    ['openapi-fetch', tour, [process.execPath, 'generated/built/tours/openapi-fetch.js'], false],
    ['hey-api', orderTour, [process.execPath, 'generated/built/tours/hey-api.js'], false],
    ['quicktype for Python', orderTour, ['python3', 'tours/quicktype.py'], skipWithout('python3')],
  ] as const) {
    test(`${name} calls what it was generated for`, { skip }, async (t) => {
      const service = await startService(t, { pets, settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' } });
      const secret = await createKey(service.store, { name: 'owner', scope: 'owner' });
      const env = { ...process.env, PAWSTOCK_URL: `${service.url}/v1`, PAWSTOCK_API_KEY: secret };
      const [program, ...args] = command;
      const { stdout } = await run(program, args, { cwd: folder, env });
      assert.equal(stdout, expected);
    });
  }

  test('a validating proxy finds no fault with it, nor with our own client', async (t) => {
    const service = await startService(t, { pets, settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' } });
    const secret = await createKey(service.store, { name: 'owner', scope: 'owner' });
    const proxy = await startPrism(t, `${service.url}/v1`);
    const env = { ...process.env, PAWSTOCK_URL: proxy.url, PAWSTOCK_API_KEY: secret, PAWSTOCK_STREAM: 'no' };
    const { stdout } = await run(process.execPath, ['generated/built/tours/openapi-fetch.js'], { cwd: folder, env });
    assert.equal(stdout, tour.replace(/^watchInventory.*\n/m, ''));

    const client = new PawstockClient({ url: proxy.url, key: service.secret });
    const { items } = await client.listInventory({ status: 'available', minQuantity: 1, limit: 5 });
    assert.equal(items.length, 2);
    const { version } = await client.getInventoryItem(1n);
    await client.updateInventory(1n, { quantity: 8, reason: 'count', note: 'Fünf "Hamster" 🐹' }, { version });
    await assert.rejects(client.updateInventory(1n, { quantity: 8 }, { version }), { code: 'version_mismatch' });
    await client.putInventoryItem(7n, { quantity: 1, status: 'sold' });
    await client.updateInventoryBatch([{ petId: 7n, quantity: 2, status: 'sold', name: 'Fünf "Hamster" 🐹' }]);
    await client.updateDetails(7n, { name: null, barcode: '4006381333948', lowAt: 3 });
    await client.reserve('order-2', { items: [{ petId: 7n, quantity: 1 }], expiresIn: 60, note: 'paid' });
    await client.updateReservation('order-2', { expiresIn: 90 });
    await client.sell('order-2');
    await client.deleteInventoryItem(7n);

    assert.deepEqual(proxy.violations(), []);
    assert.match(proxy.log(), /has returned 304/);
    // The proxy does report violations.
    await fetch(`${proxy.url}/inventory?limit=x`, { headers: { authorization: `Bearer ${service.secret}` } });
    await until(() => proxy.violations().length === 1);
  });
});

/** Prism in front of a service: passes everything on and reports what the document does not allow. */
async function startPrism(t: TestContext, upstream: string) {
  const port = await freePort();
  const options = ['--port', String(port), '--host', '127.0.0.1'];
  const args = [join('node_modules/.bin', 'prism'), 'proxy', document, upstream, ...options];
  const child = spawn(process.execPath, args, { cwd: folder });
  t.after(() => child.kill('SIGKILL'));
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  await until(() => log.includes('Prism is listening'));
  return { url: `http://127.0.0.1:${port}`, log: () => log, violations: () => log.match(/^.*Violation:.*$/gm) ?? [] };
}
