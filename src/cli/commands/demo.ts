import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { elementAt } from '@pawstock/shared/element-at.ts';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import { commandAction } from '../../domain/action.ts';
import { newKey } from '../../domain/api-key.ts';
import { systemPlatform } from '../../platform.ts';
import type { StoreContents } from '../../store/store.ts';
import { type SamplePet, samplePets, type Trade, trades } from '../demo-stock.ts';

/**
 * Creates a temporary store with sample pets, history and API key. Returns the store's URL and the
 * key's secret.
 */
export async function createDemoStore() {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-demo-'));
  const file = join(folder, 'pawstock.db');
  const { openStore } = await import('../../engines.ts');
  const store = await openStore({ engine: 'sqlite', file });
  await store.restore(demoContents(Date.now()), () => undefined);
  const { secret, key } = newKey('demo', systemPlatform);
  const options = { scope: 'owner', requireVersion: false, rateLimit: null } as const;
  await store.perform(commandAction({ kind: 'key.create', ...key, options, expiresInMs: null }));
  await store.close();
  return {
    url: `sqlite:${file}`,
    secret,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function demoGreeting({
  address,
  mount,
  secret,
}: Record<'address' | 'mount' | 'secret', string>): string {
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
  ${ownCommand()} list

Press Ctrl-C to stop.
`;
}

/**
 * The command that starts Pawstock from any folder. In a release archive, `pawstock` is in the same
 * folder as Node.
 */
function ownCommand(): string {
  const [, script = ''] = process.argv;
  const beside = join(dirname(process.execPath), 'pawstock');
  if (!script.endsWith('.js')) return script;
  return existsSync(beside) ? beside : `node ${script}`;
}

/**
 * The contents of a demo store, as if after two months of use. Only the times differ from demo to
 * demo.
 */
function demoContents(nowMs: number): StoreContents {
  const entries = samplePets
    .flatMap((pet, index) => historyOf(pet, index, nowMs))
    .sort((a, b) => a.atMs - b.atMs)
    .map((entry, index) => ({
      ...entry,
      keyId: demoKeyId(entry.key),
      seq: index + 1,
      reservation: null,
    }));
  const details = samplePets.map(([name, barcode, quantity], index) => ({
    ...noDetails,
    petId: BigInt(index + 1),
    name,
    barcode,
    lowAt: quantity > 20 ? 10 : null,
    revision: 1,
  }));
  const revisions = { actionsRevision: 0, detailsRevision: 1, reservationsRevision: 0 };
  return {
    head: { seq: entries.length, atMs: entries.at(-1)?.atMs ?? nowMs, ...revisions },
    entries: () => pageOf(entries),
    items: () => pageOf([]),
    details: () => pageOf(details),
    rows: async () => [],
  };
}

/** The keys of the made-up history have ended. Their ids are below those of real keys. */
const demoKeys: readonly string[] = [...new Set(['back-office', ...trades.map(([key]) => key)])];

function demoKeyId(key: string | null): number | null {
  return key === null ? null : demoKeys.indexOf(key) + 1;
}

async function* pageOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}

const changesPerPet = 20;
const dayMs = 86_400_000;

/**
 * Makes up the history of a sample pet. It works backwards from today's quantity, so the stock is
 * never below zero.
 */
function historyOf([, , today, status]: SamplePet, index: number, nowMs: number) {
  const petId = BigInt(index + 1);
  // A pet with much stock sells in larger numbers. A delivery brings about as much as was sold
  // since the last delivery.
  const unit = Math.max(1, Math.round(today / 12));
  const delivery = 5 * unit;
  let after = today;
  return Array.from({ length: changesPerPet + 1 }, (_, nth) => {
    // Most sample pets change every three days. The last change of a pet with the mark `slow` is a
    // month ago.
    const day = status === 'slow' ? 32 + 1.4 * nth : 3 * nth + (index % 3);
    const atMs = Math.round(nowMs - day * dayMs - ((67 * index + 131 * nth) % 540) * 60_000);
    const base = {
      petId,
      status: 'available',
      reason: null,
      note: null,
      requestId: null,
      traceparent: null,
      atMs,
    } as const;
    if (nth === changesPerPet)
      return { ...base, kind: 'import', before: null, after, key: null } as const;
    const requestId = `demo-${petId}-${nth}`;
    if (nth === 0 && status !== undefined && status !== 'slow') {
      return {
        ...base,
        kind: 'put',
        before: after,
        after,
        status,
        key: 'back-office',
        requestId,
      } as const;
    }
    const isDelivery = after >= delivery && (nth + index) % 5 === 4;
    const [key, reason, delta] = isDelivery
      ? (['back-office', 'arrival', delivery] as const)
      : trade(index + nth, after);
    const before = after - (reason === 'sale' ? delta * unit : delta);
    const note = isDelivery ? `Delivery ${1_000 + 7 * index + nth}` : null;
    const kind = reason === 'count' ? 'set' : 'adjust';
    const entry = { ...base, kind, before, after, reason, note, key, requestId } as const;
    after = before;
    return entry;
  });
}

/**
 * The next change of a made-up history, or a sale if the stock before that change would be
 * negative.
 */
function trade(turn: number, after: number): Trade {
  const next = elementAt(trades, turn % trades.length);
  return next[2] > after ? elementAt(trades, 0) : next;
}
