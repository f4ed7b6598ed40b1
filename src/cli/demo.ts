import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { decideCreate } from '../domain/api-key.ts';
import type { PetStatus } from '../domain/item.ts';
import { digestOf, newSecret } from '../domain/key-secret.ts';
import type { Command } from '../domain/write.ts';

/** A store for trying things out: made on start, gone on stop. */
export type DemoStore = { readonly url: string; readonly secret: string; readonly remove: () => void };

/** A small shop: quantities in the order of petIds 1 to 25, with a few pets reserved or gone. */
const quantities = [12, 4, 0, 7, 31, 2, 18, 1, 9, 55, 3, 0, 26, 6, 14, 8, 1, 40, 5, 11, 0, 22, 3, 64, 2];
const exceptions: Readonly<Record<number, PetStatus>> = {
  3: 'sold',
  6: 'pending',
  12: 'sold',
  17: 'pending',
  21: 'sold',
};

const samplePets: readonly Command[] = quantities.map((quantity, index) => ({
  kind: 'import',
  petId: BigInt(index + 1),
  quantity,
  status: exceptions[index + 1] ?? 'available',
  expected: null,
  reason: null,
  note: null,
}));

type Greeting = { readonly address: string; readonly mount: string; readonly secret: string };

export async function createDemoStore(): Promise<DemoStore> {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-demo-'));
  const file = join(folder, 'pawstock.db');
  const { openStore } = await import('../app.ts');
  const store = await openStore({ engine: 'sqlite', file });
  const nowMs = Date.now();
  await store.importItems(samplePets, { atMs: nowMs, dryRun: false, onProgress: () => undefined });
  const secret = newSecret();
  const key = { id: randomUUID(), name: 'demo', digest: digestOf(secret), nowMs };
  await store.changeKeys('demo', (named) =>
    decideCreate(named, key, { scope: 'admin', requireVersion: false, rateLimit: null, expiresAtMs: null }),
  );
  await store.close();
  return { url: `sqlite:${file}`, secret, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function demoGreeting({ address, mount, secret }: Greeting): string {
  const authorization = `-H 'Authorization: Bearer ${secret}'`;
  return `
Pawstock is running with ${samplePets.length} sample pets, in a store that goes when it stops.

  Address    ${address}
  Dashboard  ${address}/#key=${secret}
  Reference  ${address}/docs

List the stock:

  curl ${authorization} ${address}${mount}/inventory

Set the quantity of pet 1:

  curl -X PATCH ${authorization} -H 'Content-Type: application/json' -d '{"quantity": 15}' ${address}${mount}/inventory/1

Or use the command, in another terminal:

  export PAWSTOCK_URL=${address}${mount} PAWSTOCK_API_KEY=${secret}
  ${thisCommand()} list

Stop it with Ctrl-C.
`;
}

/** As it can be repeated in the same folder, from a checkout or an installed package. */
function thisCommand(): string {
  const file = process.argv[1] ?? '';
  const near = relative(process.cwd(), file);
  return `${basename(process.execPath)} ${near.startsWith('..') ? file : near}`;
}
