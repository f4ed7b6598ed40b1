import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { commandAction } from '../../domain/action.ts';
import { newKey } from '../../domain/api-key.ts';
import type { PetStatus } from '../../domain/item.ts';
import type { LedgerEntry, Reason } from '../../domain/ledger-entry.ts';
import { noDetails } from '../../domain/pet-details.ts';
import type { StoreContents } from '../../store/store.ts';
import demo from './demo.json' with { type: 'json' };
import { signInLink } from './keys.ts';

/** A temporary store with sample pets and their history, deleted on exit. */
export type DemoStore = { readonly url: string; readonly secret: string; readonly remove: () => void };

export async function createDemoStore(): Promise<DemoStore> {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-demo-'));
  const file = join(folder, 'pawstock.db');
  const { openStore } = await import('../../engines.ts');
  const store = await openStore({ engine: 'sqlite', file });
  await store.restore(demoContents(Date.now()), () => undefined);
  const { secret, key } = newKey('demo');
  const options = { scope: 'owner', requireVersion: false, rateLimit: null } as const;
  await store.perform(commandAction({ kind: 'key.create', ...key, options, expiresInMs: null }));
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

type SamplePet = readonly [name: string, quantity: number, status?: PetStatus | 'slow'];
type Trade = readonly [key: string, reason: Reason, delta: number];

/** The sample pets with the quantities of today, and what happens to each in turn besides deliveries. */
const { pets: samplePets, trades } = demo as unknown as { pets: readonly SamplePet[]; trades: readonly Trade[] };

/** What a store holds that has been in use for two months. The same at each start, but for the time. */
function demoContents(nowMs: number): StoreContents {
  const entries = samplePets
    .flatMap((pet, index) => historyOf(pet, index, nowMs))
    .sort((a, b) => a.atMs - b.atMs)
    .map((entry, index) => ({ ...entry, seq: index + 1 }));
  const details = samplePets.map(([name, quantity], index) => ({
    ...noDetails,
    petId: BigInt(index + 1),
    name,
    // A GTIN of the range for use within a shop.
    barcode: gtin(`2000000${String(index + 1).padStart(5, '0')}`),
    lowAt: quantity > 20 ? 10 : null,
    revision: 1,
  }));
  return {
    lastSeq: entries.length,
    atMs: entries.at(-1)?.atMs ?? nowMs,
    entries: () => pageOf(entries),
    items: () => pageOf([]),
    detailsRevision: 1,
    details: () => pageOf(details),
    reservationRows: async () => [],
    rows: async () => [],
  };
}

/** Twelve digits and their check digit. */
function gtin(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function* pageOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}

const changesPerPet = 20;
const dayMs = 86_400_000;

/** Goes back in time from the quantity of today, so that no more is ever sold than was there. */
function historyOf([, today, status]: SamplePet, index: number, nowMs: number): Omit<LedgerEntry, 'seq'>[] {
  const petId = BigInt(index + 1);
  // What there is much of is sold in larger numbers, and a delivery replaces about what was sold since the last one.
  const unit = Math.max(1, Math.round(today / 12));
  const delivery = 5 * unit;
  let after = today;
  return Array.from({ length: changesPerPet + 1 }, (_, nth) => {
    // Every three days, at some time of nine hours. What sells slowly was last sold a month ago.
    const day = status === 'slow' ? 32 + 1.4 * nth : 3 * nth + (index % 3);
    const atMs = Math.round(nowMs - day * dayMs - ((67 * index + 131 * nth) % 540) * 60_000);
    const base = { petId, status: 'available', reason: null, note: null, requestId: null, atMs } as const;
    if (nth === changesPerPet) return { ...base, kind: 'import', before: null, after, key: null } as const;
    const requestId = `demo-${petId}-${nth}`;
    if (nth === 0 && status !== undefined && status !== 'slow') {
      return { ...base, kind: 'put', before: after, after, status, key: 'back-office', requestId } as const;
    }
    const sale = trades[0] as Trade;
    const next = trades[(index + nth) % trades.length] as Trade;
    const isDelivery = after >= delivery && (nth + index) % 5 === 4;
    const [key, reason, units] = isDelivery
      ? (['back-office', 'arrival', delivery] as const)
      : next[2] > after
        ? sale
        : next;
    const before = after - (reason === 'sale' ? units * unit : units);
    const note = isDelivery ? `Delivery ${1_000 + 7 * index + nth}` : null;
    const kind = reason === 'count' ? 'set' : 'adjust';
    const entry = { ...base, kind, before, after, reason, note, key, requestId } as const;
    after = before;
    return entry;
  });
}
