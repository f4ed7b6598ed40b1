import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { decideCreate } from '../../domain/api-key.ts';
import type { PetId, PetStatus } from '../../domain/item.ts';
import type { LedgerEntry } from '../../domain/ledger-entry.ts';
import type { StoreContents } from '../../store/store.ts';
import { newKey, signInLink } from './keys.ts';

/** A temporary store with sample pets and their history, deleted on exit. */
export type DemoStore = { readonly url: string; readonly secret: string; readonly remove: () => void };

export async function createDemoStore(): Promise<DemoStore> {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-demo-'));
  const file = join(folder, 'pawstock.db');
  const { openStore } = await import('../../engines.ts');
  const store = await openStore({ engine: 'sqlite', file });
  await store.restore(demoContents(Date.now()), () => undefined);
  const { secret, key } = newKey('demo');
  await store.changeKeys('demo', (named) =>
    decideCreate(named, key, { scope: 'admin', requireVersion: false, rateLimit: null, expiresAtMs: null }),
  );
  await store.close();
  return { url: `sqlite:${file}`, secret, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function demoGreeting({ address, mount, secret }: Record<'address' | 'mount' | 'secret', string>): string {
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

/** The sample pets, numbered from 1, and the quantities that two months of trade end with. */
type SamplePet = readonly [name: string, quantity: number, status?: PetStatus];

const samplePets: readonly SamplePet[] = [
  ['Budgerigar', 12],
  ['Cockatiel', 4],
  ['African grey parrot', 0, 'sold'],
  ['Syrian hamster', 7],
  ['Neon tetra', 31],
  ['Holland lop rabbit', 2, 'pending'],
  ['Zebra finch', 18],
  ['Bearded dragon', 1],
  ['Guinea pig', 9],
  ['Guppy', 55],
  ['Leopard gecko', 3],
  ['Corn snake', 0, 'sold'],
  ['Goldfish', 26],
  ['Dwarf hamster', 6],
  ['Canary', 14],
  ['Angelfish', 8],
  ['Maine Coon kitten', 1, 'pending'],
  ['Cherry shrimp', 40],
  ['Chinchilla', 5],
  ['Platy', 11],
  ['Labrador puppy', 0, 'sold'],
  ['Ramshorn snail', 22],
  ["Hermann's tortoise", 3],
  ['Cardinal tetra', 64],
  ['Ferret', 2],
];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 60;
const openHours = 9;
const changesPerPet = 20;

/** What a store holds that has been in use for two months. The same at each start, but for the time. */
function demoContents(nowMs: number): StoreContents {
  const random = randomNumbers(20_260_101);
  const entries = samplePets
    .flatMap((pet, index) => changesOf(BigInt(index + 1), pet, nowMs, random))
    .sort((a, b) => a.atMs - b.atMs)
    .map((change, index) => ({ ...change, seq: index + 1, requestId: change.key && `demo-${index + 1}` }));
  const names = samplePets.map(([name], index) => ({ petId: BigInt(index + 1), name, revision: 1 }));
  return {
    lastSeq: entries.length,
    clockSteps: async () => [],
    entries: () => pageOf(entries),
    items: () => pageOf([]),
    namesRevision: 1,
    names: () => pageOf(names),
    keys: async () => [],
    idempotencyRecords: async () => [],
    webhooks: async () => [],
  };
}

async function* pageOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}

type SampleChange = Omit<LedgerEntry, 'seq' | 'requestId'>;

/** Goes back in time from the quantity of today, so that no more is ever sold than was there. */
function changesOf(petId: PetId, [, today, status]: SamplePet, nowMs: number, random: () => number): SampleChange[] {
  const delivery = Math.max(3, Math.round(today / 2));
  const age = () => Math.floor(random() * days) * dayMs + random() * openHours * hourMs;
  const ages = Array.from({ length: changesPerPet }, age).sort((a, b) => a - b);
  const base = { petId, status: 'available', reason: null, note: null } as const;
  let after = today;
  const changes = ages.map((ageMs, index): SampleChange => {
    const atMs = Math.floor(nowMs - ageMs);
    if (index === 0 && status !== undefined) {
      return { ...base, kind: 'put', before: after, after, status, key: 'back-office', atMs };
    }
    const { delta, ...trade } = tradeTo(after, delivery, random);
    const kind = trade.reason === 'count' ? 'set' : 'adjust';
    const change = { ...base, ...trade, kind, before: after - delta, after, atMs } as const;
    after -= delta;
    return change;
  });
  const atMs = nowMs - (days + 1) * dayMs;
  return [...changes, { ...base, kind: 'import', before: null, after, key: null, atMs } as const].reverse();
}

type Trade = Pick<LedgerEntry, 'key' | 'reason'> & { readonly delta: number; readonly note?: string };

/** A change that leaves this quantity. */
function tradeTo(quantity: number, delivery: number, random: () => number): Trade {
  const choice = random();
  if (quantity > 2 * delivery || (quantity >= delivery && choice < 0.25)) {
    const note = `Delivery ${1_000 + Math.floor(random() * 900)}`;
    return { key: 'back-office', reason: 'arrival', delta: delivery, note };
  }
  if (choice > 0.95 && quantity > 0) return { key: 'till', reason: 'return', delta: 1 };
  if (choice > 0.9) return { key: 'back-office', reason: 'count', delta: random() < 0.3 && quantity > 0 ? 1 : -1 };
  if (choice > 0.87) return { key: 'back-office', reason: 'damage', delta: -1 };
  const sold = 1 + Math.floor(random() * Math.min(4, delivery / 3));
  return { key: choice < 0.65 ? 'till' : 'web-shop', reason: 'sale', delta: -sold };
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
