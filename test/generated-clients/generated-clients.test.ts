import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import type { Store } from '../../src/store/store.ts';
import { freePort } from '../support/free-port.ts';
import { documentedOperations } from '../support/openapi/schema.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { unsaid, writeOf } from '../support/store/write.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

/**
 * Generated clients of openapi.json call the service, and a proxy validates the calls: `node test/runner/run.ts clients`. The
 * tools are in a package of their own, which the test installs if necessary.
 */

const folder = fileURLToPath(new URL('.', import.meta.url));
const document = fileURLToPath(new URL('../../openapi.json', import.meta.url));
const run = promisify(execFile);

/** Runs one of the installed generators or compilers with this Node. */
const tool = (name: string, args: string[]) =>
  run(process.execPath, [join('node_modules/.bin', name), ...args], {
    cwd: folder,
    maxBuffer: 1e8,
  });

async function install(): Promise<void> {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const isCurrent =
    existsSync(installed) &&
    statSync(installed).mtimeMs > statSync(join(folder, 'package-lock.json')).mtimeMs;
  if (!isCurrent)
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

/** Generates Python classes for the schemas. Times stay strings, because parsing them would need another package. */
async function generatePython(): Promise<void> {
  const { InputData, JSONSchemaInput, JSONSchemaStore, quicktype } = createRequire(import.meta.url)(
    'quicktype-core',
  );
  const timesAsText = (key: string, value: unknown) =>
    key === 'format' && String(value).startsWith('date') ? undefined : value;
  const { components } = JSON.parse(readFileSync(document, 'utf8'), timesAsText);
  const names = [
    'Reservation',
    'ReservationRequest',
    'ReservationUpdate',
    'InventoryItem',
    'Report',
    'Error',
  ];
  const schemas = new JSONSchemaInput(new JSONSchemaStore());
  for (const name of [
    ...names,
    'NewKey',
    'KeyCreation',
    'NewWebhook',
    'Webhook',
    'WebhookCreation',
  ])
    await schemas.addSource({
      name,
      schema: JSON.stringify({ $ref: `#/components/schemas/${name}`, components }),
    });
  const inputData = new InputData();
  inputData.addInput(schemas);
  const { lines } = await quicktype({
    inputData,
    lang: 'python',
    rendererOptions: { 'python-version': '3.7' },
  });
  writeFileSync(join(folder, 'generated/quicktype_types.py'), lines.join('\n'));
}

/** Asserts that a client printed a documented success of each operation except `missing`, and two refusals. */
function expectTour(printed: string, missing: readonly string[] = []): void {
  const lines = printed.trim().split('\n');
  const successes = documentedOperations.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => Number(status) < 400)
      .map((status) => `${operationId} ${status}`),
  );
  const others = lines.filter((line) => !successes.includes(line));
  assert.deepEqual(others, [
    'updateInventory version_mismatch',
    'sellReservation version_mismatch',
  ]);
  const called = new Set(
    lines.filter((line) => !others.includes(line)).map((line) => line.split(' ')[0]),
  );
  const names = documentedOperations.map(({ operationId }) => operationId);
  const uncalled = names.filter((name) => !called.has(name));
  assert.deepEqual(uncalled, missing);
}

/** The expected output of the program that handles an order, on a service with two pets and ten units of each. */
const order = `putReservation 201 active
updateReservation 200 for Ana
sellReservation 412 version_mismatch
sellReservation 200 8
releaseReservation 409 reservation_ended
getReport 200 2
createKey 201 read
rotateKey 200 till
revokeKey 204
addWebhook 201 1,2
updateWebhook 200 paused
removeWebhook 204
`;

const expectOrder = (printed: string) => assert.equal(printed, order);

/** The expected output of a program that lists, changes and reserves, and reads an entry of a later version. */
const sale = `listInventory 2
updateInventory 7
putReservation active
listInventoryHistory adopted
`;

const expectSale = (printed: string) => assert.equal(printed, sale);

/** Changes pet 2 for a reason that a later version may have, and the document does not know. */
async function changeLikeLaterVersion(store: Store): Promise<void> {
  const reason = 'adopted' as Reason;
  await store.commit([writeOf({ kind: 'adjust', petId: 2n, delta: 1, ...unsaid, reason })]);
}

async function start(t: TestContext) {
  const pets = [1n, 2n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets, settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' } });
  const secret = await createKey(service.store, { name: 'owner', scope: 'owner' });
  return { service, env: { ...process.env, PAWSTOCK_API_KEY: secret } };
}

describe('a client generated from the document', () => {
  before(async () => {
    await install();
    rmSync(join(folder, 'generated'), { recursive: true, force: true });
    await tool('openapi-typescript', [document, '--output', 'generated/openapi-typescript.ts']);
    await tool('openapi-ts', [
      '--input',
      document,
      '--output',
      'generated/hey-api',
      '--silent',
      '--no-log-file',
    ]);
    await tool('orval', ['--config', 'orval.config.mjs']);
    const swagger = ['--name', 'swagger-typescript-api.ts', '--silent'];
    await tool('swagger-typescript-api', [
      'generate',
      '--path',
      document,
      '--output',
      'generated',
      ...swagger,
    ]);
    await tool('openapi-zod-client', [document, '--output', 'generated/openapi-zod-client.ts']);
    await generatePython();
    // Checks the types strictly, and compiles the code to JavaScript.
    await tool('tsc', ['--project', '.']).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
  });

  test("the document passes Redocly's recommended rules", async () => {
    const { createConfig, lint } = createRequire(import.meta.url)('@redocly/openapi-core');
    const problems = await lint({
      ref: document,
      config: await createConfig({ extends: ['recommended'] }),
    });
    assert.deepEqual(
      problems.map(
        ({ ruleId, message }: { ruleId: string; message: string }) => `${ruleId}: ${message}`,
      ),
      [],
    );
  });

  test("the document passes Spectral's recommended rules", async () => {
    const load = createRequire(import.meta.url);
    const { Spectral } = load('@stoplight/spectral-core');
    const { oas } = load('@stoplight/spectral-rulesets');
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas, 'recommended']] });

    const problems: { code: string; path: string[] }[] = await spectral.run(
      readFileSync(document, 'utf8'),
    );

    const found = problems.map(({ code, path }) => `${code} at ${path.join('.')}`);
    // Each shop has a service of its own, and the specification names no contact.
    assert.deepEqual(found, ['info-contact at info']);
  });

  for (const [name, expect, command, skip] of [
    [
      'openapi-fetch',
      expectTour,
      [process.execPath, 'generated/built/tours/openapi-fetch.js'],
      false,
    ],
    ['hey-api', expectOrder, [process.execPath, 'generated/built/tours/hey-api.js'], false],
    ...['orval', 'swagger-typescript-api', 'openapi-zod-client'].map(
      (generator) =>
        [
          generator,
          expectSale,
          [process.execPath, `generated/built/tours/${generator}.js`],
          false,
        ] as const,
    ),
    [
      'quicktype for Python',
      expectOrder,
      ['python3', 'tours/quicktype.py'],
      skipWithout('python3'),
    ],
  ] as const) {
    test(`${name} calls what it was generated for`, { skip }, async (t) => {
      const { service, env } = await start(t);
      if (expect === expectSale) await changeLikeLaterVersion(service.store);
      const [program, ...args] = command;
      const { stdout } = await run(program, args, {
        cwd: folder,
        env: { ...env, PAWSTOCK_URL: `${service.url}/v1` },
      });
      expect(stdout);
    });
  }

  test('a validating proxy finds no fault with it', async (t) => {
    const { service, env } = await start(t);
    const proxy = await startPrism(t, `${service.url}/v1`);
    const { stdout } = await run(process.execPath, ['generated/built/tours/openapi-fetch.js'], {
      cwd: folder,
      env: { ...env, PAWSTOCK_URL: proxy.url, PAWSTOCK_STREAM: 'no' },
    });
    expectTour(stdout, ['watchInventory']);

    assert.deepEqual(proxy.violations(), []);
    assert.match(proxy.log(), /has returned 304/);
    // This invalid request shows that the proxy reports violations.
    await fetch(`${proxy.url}/inventory?limit=x`, {
      headers: { authorization: `Bearer ${service.secret}` },
    });
    await until(() => proxy.violations().length === 1);
  });
});

/** Starts Prism in front of a service: a proxy that reports what the OpenAPI document does not allow. */
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
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    violations: () => log.match(/^.*Violation:.*$/gm) ?? [],
  };
}
