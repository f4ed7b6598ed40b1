import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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

test('the npm package of the client needs no other package, and works in Node, in a bundle and in a browser', async (t) => {
  const folder = await guideFolder();
  const succeed = async (program: string, ...args: string[]) =>
    (await execute(program, args)).stdout;
  const own = join(folder, 'node_modules/pawstock-client');
  const { version, dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  assert.deepEqual([version, dependencies], [packageJson.version, undefined]);
  assert.deepEqual(readdirSync(own).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  await t.test('an older Node', { skip: noOlderNode }, async (t) => {
    for (const [name, line] of [
      [
        'user.mjs',
        "import { PawstockClient, PawstockError, verifyWebhook } from 'pawstock-client';",
      ],
      [
        'user.cjs',
        "const { PawstockClient, PawstockError, verifyWebhook } = require('pawstock-client');",
      ],
    ] as const) {
      const { url, secret } = await startService(t, { pets });
      const printed = await succeed(
        olderNode ?? '',
        write(name, `${line}\n${user}`),
        `${url}/v1`,
        secret,
      );
      assert.equal(printed, 'insufficient_stock 1 9223372036854775807 1\ntrue\nTypeError\n');
    }
  });

  await t.test('TypeScript finds all types, for both module systems', async () => {
    const strict = [
      '--strict',
      '--noEmit',
      '--target',
      'esnext',
      '--types',
      '',
      '--lib',
      'esnext,dom',
    ];
    const examples = [
      ...readFileSync(join(own, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
    ];
    assert.ok(examples.length > 0);
    const readme = `declare const request: Request;\n${examples.map(([, text]) => text).join('')}`;
    // The type check runs once for each module system, and skips the declarations that come with
    // TypeScript.
    for (const [module, ...files] of [
      [
        'nodenext',
        write('user.mts', typedUser),
        write('user.cts', typedUser),
        write('readme.mts', readme),
      ],
      ['preserve', write('bundled.ts', typedUser)],
    ] as const)
      await succeed(
        tsc,
        '--ignoreConfig',
        '--skipDefaultLibCheck',
        ...strict,
        '--module',
        module,
        ...files,
      );
  });

  await t.test(
    'a bundle of less than 10 kB, in a page of another origin',
    { skip: noBrowser() },
    async (t) => {
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
      const size = gzipSync(bundle).length;
      assert.ok(size < 10_000, `${size} bytes`);

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
      const shown = await shop.evaluate<unknown[]>(`(async () => {
      const { PawstockClient, PawstockError } = await import('/app.js');
      const client = new PawstockClient({ url: '${url}/v1', key: '${secret}' });
      const [{ petId }] = (await client.listInventory()).items;
      const { version } = await client.adjustInventory(petId, { delta: -2 });
      const error = await client.adjustInventory(petId, { delta: -2 }).catch((thrown) => thrown);
      return [version, error instanceof PawstockError, String(error.petId), error.available];
    })()`);
      assert.deepEqual(shown, [2, true, '9223372036854775807', 1]);
    },
  );
});

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
