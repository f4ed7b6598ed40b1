import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { decideCreate } from '../../domain/api-key.ts';
import { toImportCommand } from '../../domain/import.ts';
import type { PetStatus } from '../../domain/item.ts';
import { digestOf, newSecret } from '../../domain/key-secret.ts';

/** A temporary store with sample pets, deleted on exit. */
export type DemoStore = { readonly url: string; readonly secret: string; readonly remove: () => void };

/** The quantities of pets 1 to 25. All are available but for the exceptions. */
const quantities = [12, 4, 0, 7, 31, 2, 18, 1, 9, 55, 3, 0, 26, 6, 14, 8, 1, 40, 5, 11, 0, 22, 3, 64, 2];
const statusExceptions: Readonly<Record<number, PetStatus>> = {
  3: 'sold',
  6: 'pending',
  12: 'sold',
  17: 'pending',
  21: 'sold',
};

const samplePets = quantities.map((quantity, index) =>
  toImportCommand({ petId: BigInt(index + 1), quantity, status: statusExceptions[index + 1] ?? 'available' }),
);

type GreetingOptions = { readonly address: string; readonly mount: string; readonly secret: string };

export async function createDemoStore(): Promise<DemoStore> {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-demo-'));
  const file = join(folder, 'pawstock.db');
  const { openStore } = await import('../../engines.ts');
  const store = await openStore({ engine: 'sqlite', file });
  const nowMs = Date.now();
  await store.importItems(samplePets, { atMs: nowMs, onProgress: () => undefined });
  const secret = newSecret();
  const key = { id: randomUUID(), name: 'demo', digest: digestOf(secret), nowMs };
  await store.changeKeys('demo', (named) =>
    decideCreate(named, key, { scope: 'admin', requireVersion: false, rateLimit: null, expiresAtMs: null }),
  );
  await store.close();
  return { url: `sqlite:${file}`, secret, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function demoGreeting({ address, mount, secret }: GreetingOptions): string {
  const authorization = `-H 'Authorization: Bearer ${secret}'`;
  return `
Pawstock is running with ${samplePets.length} sample pets in a temporary store, which is deleted on exit.

  Address    ${address}
  Dashboard  ${address}/#key=${secret}
  Reference  ${address}/docs

List the stock:

  curl ${authorization} ${address}${mount}/inventory

Set the quantity of pet 1:

  curl -X PATCH ${authorization} -H 'Content-Type: application/json' -d '{"quantity": 15}' ${address}${mount}/inventory/1

Or use the command, in another terminal:

  export PAWSTOCK_URL=${address}${mount} PAWSTOCK_API_KEY=${secret}
  ${commandLine()} list

Press Ctrl-C to stop.
`;
}

/** How to run `pawstock` from this folder, in a checkout or with an installed package. */
function commandLine(): string {
  const file = process.argv[1] ?? '';
  const near = relative(process.cwd(), file);
  return `${basename(process.execPath)} ${near.startsWith('..') ? file : near}`;
}
