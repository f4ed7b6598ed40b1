import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { startForeignServer } from '../client/foreign-server.ts';
import { findChromium, noBrowser } from '../support/browser/chromium.ts';
import { startService } from '../support/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The package of the client as a user gets it: packed, installed in an empty folder without a network, and used. */

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The path of the oldest Node that the client runs on, if this machine has it. */
function findNode20(): string | undefined {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const isNode20 = (program: string) =>
    existsSync(program) && execFileSync(program, ['--version'], { encoding: 'utf8' }).startsWith('v20.');
  return folders.map((folder) => join(folder, 'node')).find(isNode20);
}

describe('the npm package of the client', () => {
  test('installs without a registry, and works in Node, in a bundle and in a browser', async (t) => {
    const temporary = temporaryFolder(t);
    // A home of its own has no cache and no settings.
    const env = { PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, HOME: temporary };
    const succeed = async (program: string, ...args: string[]) =>
      (await execute(program, args, { cwd: root, env, timeout: 120_000, maxBuffer: 10_000_000 })).stdout;

    const packed = await succeed('npm', 'pack', './client', '--json', '--offline', '--pack-destination', temporary);
    const [tarball] = Object.values(JSON.parse(packed.slice(packed.search(/^[[{]/m))) as Record<string, Tarball>);
    assert.ok(tarball !== undefined);
    assert.deepEqual([...new Set(tarball.files.map(({ path }) => path.split('/')[0]))].sort(), [
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    const folder = join(temporary, 'empty');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const file = join(temporary, tarball.filename);
    await succeed('npm', 'install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', file);
    const installed = (path: string) => readFileSync(join(folder, 'node_modules/pawstock-client', path), 'utf8');
    const { version, dependencies } = JSON.parse(installed('package.json'));
    const service = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual([version, dependencies], [service.version, undefined]);
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };

    const node20 = findNode20();
    await t.test('Node 20', { skip: node20 === undefined && 'there is no Node 20 on this machine' }, async (t) => {
      for (const [name, line] of [
        ['user.mjs', "import { PawstockClient, PawstockError, verifyWebhook } from 'pawstock-client';"],
        ['user.cjs', "const { PawstockClient, PawstockError, verifyWebhook } = require('pawstock-client');"],
      ] as const) {
        const { url, secret } = await startService(t, { pets: [{ petId: 2n ** 63n - 1n, quantity: 3 }] });
        const printed = await succeed(node20 ?? '', write(name, `${line}\n${user}`), `${url}/v1`, secret);
        assert.equal(printed, 'sold\nsold before\ninsufficient_stock 1 9223372036854775807 1\n3\n2\ntrue\nTypeError\n');
      }
    });

    await t.test('TypeScript finds all types, for both module systems', async () => {
      const strict = ['--strict', '--noEmit', '--target', 'esnext', '--types', '', '--lib', 'esnext,dom'];
      // Our declarations are checked once for each way to find them; those that TypeScript brings never.
      for (const [module, name] of [
        ['nodenext', 'user.mts'],
        ['nodenext', 'user.cts'],
        ['preserve', 'bundled.ts'],
      ] as const) {
        const typed = write(name, typedUser);
        await succeed('tsc', '--ignoreConfig', '--skipDefaultLibCheck', ...strict, '--module', module, typed);
      }
      const examples = [...installed('README.md').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
      const readme = write('readme.mts', `declare const request: Request;\n${examples.join('')}`);
      await succeed('tsc', '--ignoreConfig', '--skipLibCheck', ...strict, '--module', 'nodenext', readme);
      assert.ok(examples.length > 0);
    });

    await t.test(
      'a bundle with all of it has less than 10 kB, and works in a page of another origin',
      {
        skip: noBrowser(),
      },
      async (t) => {
        const entry = write(
          'app.js',
          "export { PawstockClient, PawstockError, verifyWebhook } from 'pawstock-client';\n",
        );
        await build({
          configFile: false,
          root: folder,
          logLevel: 'warn',
          build: {
            outDir: 'bundle',
            rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { entryFileNames: 'app.js' } },
          },
        });
        const bundle = readFileSync(join(folder, 'bundle/app.js'));
        const [size, esm, cjs] = [bundle, installed('dist/client.js'), installed('dist/client.cjs')].map(
          (text) => gzipSync(text).length,
        );
        t.diagnostic(
          `gzipped: ${size} bytes in a bundle, ${esm} as a module, ${cjs} for require; package ${tarball.size}`,
        );
        assert.ok(size !== undefined && size < 10_000, `${size} bytes`);

        const page = await startForeignServer(t, ({ url }, response) => {
          response.setHeader('content-type', url === '/app.js' ? 'text/javascript' : 'text/html');
          response.end(url === '/app.js' ? bundle : '<!doctype html><title>Shop</title>');
        });
        const { origin } = new URL(page);
        const { url, secret } = await startService(t, {
          pets: [{ petId: 2n ** 63n - 1n, quantity: 3 }],
          settings: { CORS_ORIGIN: origin },
        });
        const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
        t.after(() => browser.close());
        const shop = await browser.newPage();
        await shop.goto(origin);
        const shown = await shop.evaluate<unknown[]>(`(async () => {
        const { PawstockClient, PawstockError } = await import('/app.js');
        const client = new PawstockClient({ url: '${url}/v1', key: '${secret}' });
        const [page] = [(await client.listInventory()).items];
        const { version, requestId } = await client.adjustInventory(page[0].petId, { delta: -2 });
        const error = await client.adjustInventory(page[0].petId, { delta: -2 }).catch((thrown) => thrown);
        return [String(page[0].petId), version, typeof requestId, error instanceof PawstockError, String(error.petId), error.available];
      })()`);
        assert.deepEqual(shown, ['9223372036854775807', 2, 'string', true, '9223372036854775807', 1]);
      },
    );
  });
});

type Tarball = { readonly filename: string; readonly size: number; readonly files: readonly { path: string }[] };

const user = `
void (async () => {
  const [, , url, key] = process.argv;
  const client = new PawstockClient({ url, key });
  const [{ petId }] = (await client.listInventory()).items;
  for (let attempt = 0; attempt < 2; attempt++) {
    const { replayed } = await client.adjustInventory(petId, { delta: -2 }, { idempotencyKey: 'receipt 1' });
    console.log(replayed ? 'sold before' : 'sold');
  }
  const refused = await client.updateInventoryBatch([{ petId, delta: -2 }]).catch((error) => error);
  if (!(refused instanceof PawstockError)) throw refused;
  console.log(refused.code, refused.row, String(refused.petId), refused.available);
  for await (const { entries } of client.historyPages({ after: 0, limit: 1 })) console.log(entries[0].after === 3 ? 3 : 2);
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

const options: ClientOptions = { url: 'http://127.0.0.1:1/v1', key: 'paw_', retries: 0 };
const client = new PawstockClient(options);

export async function use(petId: PetId, write: WriteOptions, call: CallOptions, watch: WatchOptions): Promise<void> {
  const update: QuantityUpdate & Remarks = { quantity: 1, reason: 'count', note: 'shelf 3' };
  const set: Written<VersionedItem> = await client.updateInventory(petId, update, write);
  const [adjustment, entry]: [Adjustment, InventoryEntry] = [{ delta: -1 }, { quantity: 1, status: 'pending' }];
  await client.adjustInventory(1, adjustment, { version: set.version, timeoutMs: 5_000, retries: 1 });
  const page: HistoryQuery = { limit: 1 };
  const entries: readonly LedgerEntry[] = (await client.getInventoryHistory(petId, page, call)).entries;
  const onState = (state: WatchState) => console.log(state);
  for await (const { seq } of client.watchInventory({ ...watch, onState })) console.log(seq, entries, entry);
  const rows: BatchRow[] = [{ petId: 1n, quantity: 1 }];
  // @ts-expect-error: no such reason
  await client.updateInventoryBatch([...rows, { petId: 1n, quantity: 1, reason: 'whim' }]);
  const query: ListQuery = { limit: 1 };
  for await (const { items } of client.inventoryPages(query)) {
    const [item]: readonly InventoryItem[] = items;
    const status: PetStatus | undefined = item?.status;
    // @ts-expect-error: a petId is returned as a bigint
    const id: number | undefined = item?.petId;
    console.log(status, id);
  }
  const event = await verifyWebhook('whsec_', new Headers(), '');
  // @ts-expect-error: a test event has no pet
  console.log(event.data.petId);
  if (event.type === 'inventory.low') console.log(event.data.petId, event.data.at.getTime(), event.data.name);
}

client.listInventory().catch((error: PawstockError) => {
  const code: PawstockErrorCode | ServiceErrorCode = error.code;
  console.log(code, error.available);
});
`;
