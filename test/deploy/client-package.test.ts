import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { startForeignServer } from '../client/foreign-server.ts';
import { findChromium, noBrowser } from '../support/browser/chromium.ts';
import { guideFolder } from '../support/docs/guide-folder.ts';
import { noOlderNode, olderNode } from '../support/older-node.ts';
import { repository } from '../support/service/runtime.ts';
import { startService } from '../support/service/service.ts';

/** Tests the client's npm package as a user gets it: packed, and installed in an empty folder. */

const execute = promisify(execFile);
const tsc = join(repository, 'node_modules/.bin/tsc');
const pets = [{ petId: 2n ** 63n - 1n, quantity: 3 }];

const importLines = [
  {
    title: 'works in an older Node as a module',
    file: 'user.mjs',
    line: "import { PawstockClient, PawstockError, verifyWebhook } from 'pawstock-client';",
  },
  {
    title: 'works in an older Node with require',
    file: 'user.cjs',
    line: "const { PawstockClient, PawstockError, verifyWebhook } = require('pawstock-client');",
  },
];

test('the npm package of the client', async (t) => {
  const folder = await guideFolder();
  const own = join(folder, 'node_modules/pawstock-client');
  const succeed = async (program: string, ...args: string[]) =>
    (await execute(program, args)).stdout;
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));

  await t.test('has the version of the service', () => {
    assert.equal(manifest.version, packageJson.version);
  });

  await t.test('needs no other package', () => assert.equal(manifest.dependencies, undefined));

  await t.test('has the files that it needs, and no others', () => {
    const files = readdirSync(own).sort();
    assert.deepEqual(files, ['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  for (const { title, file, line } of importLines) {
    await t.test(title, { skip: noOlderNode }, async (t) => {
      const { url, secret } = await startService(t, { pets });
      const program = write(file, `${line}\n${user}`);

      const printed = await succeed(olderNode ?? '', program, `${url}/v1`, secret);

      assert.equal(printed, 'insufficient_stock 1 9223372036854775807 1\ntrue\nTypeError\n');
    });
  }

  const readme = readFileSync(join(own, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
  assert.ok(examples.length > 0, 'the README has no examples');
  const allExamples = `declare const request: Request;\n${examples.join('')}`;

  // The type check skips the declarations that come with TypeScript.
  const strict =
    '--ignoreConfig --skipDefaultLibCheck --strict --noEmit --target esnext --lib esnext,dom --types';

  for (const { title, module, files } of [
    {
      title: "has types for both of Node's module systems, as its README uses them",
      module: 'nodenext',
      files: { 'user.mts': typedUser, 'user.cts': typedUser, 'readme.mts': allExamples },
    },
    {
      title: 'has types for a bundler',
      module: 'preserve',
      files: { 'bundled.ts': typedUser },
    },
  ]) {
    await t.test(title, async () => {
      const paths = Object.entries(files).map(([name, text]) => write(name, text));

      await succeed(tsc, ...strict.split(' '), '', '--module', module, ...paths);
    });
  }

  await t.test('in a bundle', { skip: noBrowser() }, async (t) => {
    const input = write(
      'app.js',
      "export { PawstockClient, PawstockError, verifyWebhook } from 'pawstock-client';\n",
    );
    const output = { entryFileNames: 'app.js' };
    const rolldownOptions = { input, preserveEntrySignatures: 'strict', output } as const;
    await build({
      configFile: false,
      root: folder,
      logLevel: 'warn',
      build: { outDir: 'bundle', rolldownOptions },
    });
    const bundle = readFileSync(join(folder, 'bundle/app.js'));

    await t.test('takes less than 10 kB', () => {
      const size = gzipSync(bundle).length;
      assert.ok(size < 10_000, `${size} bytes`);
    });

    await t.test('works in a page of another origin', async (t) => {
      assert.deepEqual(await useInBrowser(t, bundle), [2, true, '9223372036854775807', 1]);
    });
  });
});

/**
 * Sells a pet in a page of another origin, with the client in a bundle. Returns the version of the
 * pet, and what the client says about a second sale that is refused.
 */
async function useInBrowser(t: TestContext, bundle: Buffer): Promise<unknown[]> {
  const page = await startForeignServer(t, ({ url }, response) => {
    response.setHeader('content-type', url === '/app.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/app.js' ? bundle : '<!doctype html><title>Shop</title>');
  });
  const { origin } = new URL(page);
  const { url, secret } = await startService(t, { pets, settings: { CORS_ORIGIN: origin } });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox'],
  });
  t.after(() => browser.close());
  const shop = await browser.newPage();
  await shop.goto(origin);

  return shop.evaluate<unknown[]>(`(async () => {
    const { PawstockClient, PawstockError } = await import('/app.js');
    const client = new PawstockClient({ url: '${url}/v1', key: '${secret}' });
    const [{ petId }] = (await client.listInventory()).items;
    const { version } = await client.adjustInventory(petId, { delta: -2 });
    const error = await client.adjustInventory(petId, { delta: -2 }).catch((thrown) => thrown);
    return [version, error instanceof PawstockError, String(error.petId), error.available];
  })()`);
}

const user = `
void (async () => {
  const [, , url, key] = process.argv;
  const client = new PawstockClient({ url, key });
  const [{ petId }] = (await client.listInventory()).items;
  await client.adjustInventory(petId, { delta: -2 });
  const refused = await client.updateInventoryBatch([{ petId, delta: -2 }]).catch((error) => error);
  if (!(refused instanceof PawstockError)) throw refused;
  console.log(refused.code, refused.row, String(refused.petId), refused.available);
  for await (const change of client.watchInventory({ after: 1 })) {
    console.log(change.at instanceof Date);
    break;
  }
  await verifyWebhook('', {}, '').catch((error) => console.log(error.name));
})();
`;

const typedUser = `
import {
  type Adjustment, type BatchRow, type CallOptions, type ClientOptions, type HistoryQuery, type InventoryEntry,
  type InventoryItem, type LedgerEntry, type ListQuery, PawstockClient, type PawstockError, type PawstockErrorCode,
  type PetId, type PetStatus, type QuantityUpdate, type Remarks, type ServiceErrorCode, type VersionedItem,
  verifyWebhook, type WatchOptions, type WatchState, type WriteOptions, type Written,
} from 'pawstock-client';

export async function use(client: PawstockClient, petId: PetId): Promise<Written<VersionedItem>> {
  // @ts-expect-error: no such reason
  await client.updateInventoryBatch([{ petId, quantity: 1, reason: 'whim' }]);
  await client.updateInventoryBatch([
    { petId, quantity: 1, reason: 'count', version: 1 },
    { petId, delta: -1 },
    { petId, quantity: 1, status: 'sold', name: 'Rex', lowAt: null },
    // @ts-expect-error: a quantity or a difference
    { petId },
    // @ts-expect-error: not both
    { petId, quantity: 1, delta: 1 },
    // @ts-expect-error: a status needs a quantity
    { petId, status: 'sold' },
    // @ts-expect-error: a status needs a quantity, not a difference
    { petId, delta: 1, status: 'sold' },
    // @ts-expect-error: details need a status
    { petId, quantity: 1, name: 'Rex' },
    // @ts-expect-error: details need a status
    { petId, delta: 1, barcode: '42' },
  ]);
  const reserved = await client.listReserved();
  const again = await client.listReserved({}, { ifNoneMatch: reserved.etag });
  // @ts-expect-error: undefined if the list is the same
  console.log(again.reserved);
  for await (const { items } of client.inventoryPages({ limit: 1 })) {
    // @ts-expect-error: a petId is returned as a bigint
    const id: number | undefined = items[0]?.petId;
  }
  const event = await verifyWebhook('whsec_', new Headers(), '');
  // @ts-expect-error: a test event has no pet
  console.log(event.data.petId);
  if (event.type === 'inventory.low') console.log(event.data.petId, event.data.at.getTime(), event.data.name);
  return client.updateInventory(petId, { quantity: 1, reason: 'count' }, { version: 1, timeoutMs: 5_000 });
}
`;
