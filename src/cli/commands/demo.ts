import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { decideCreate } from '../../domain/api-key.ts';
import { digestOf, newSecret } from '../../domain/key-secret.ts';
import { signInLink } from '../terminal/sign-in-link.ts';
import { demoContents, samplePets } from './demo-history.ts';

/** A temporary store with sample pets and their history, deleted on exit. */
export type DemoStore = { readonly url: string; readonly secret: string; readonly remove: () => void };

type GreetingOptions = { readonly address: string; readonly mount: string; readonly secret: string };

export async function createDemoStore(): Promise<DemoStore> {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-demo-'));
  const file = join(folder, 'pawstock.db');
  const { openStore } = await import('../../engines.ts');
  const store = await openStore({ engine: 'sqlite', file });
  const nowMs = Date.now();
  await store.restore(demoContents(nowMs), () => undefined);
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
  Dashboard  ${signInLink(address, secret)}
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
