import { decideBatch } from '../../domain/decide.ts';
import type { Item, PetId, PetStatus } from '../../domain/item.ts';
import type { LedgerEntry, Reason } from '../../domain/ledger-entry.ts';
import { type Command, importOf, toImportCommand } from '../../domain/write.ts';
import type { StoreContents } from '../../store/store.ts';

/** The sample pets of the demo, numbered from 1, and two months of trade that end with these quantities. */

type SamplePet = readonly [name: string, quantity: number, status?: PetStatus];

export const samplePets: readonly SamplePet[] = [
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
export function demoContents(nowMs: number): StoreContents {
  const random = randomNumbers(20_260_101);
  const changes = samplePets.flatMap((pet, index) => changesOf(BigInt(index + 1), pet, random));
  const entries = entriesOf(
    changes.sort((a, b) => b.agoMs - a.agoMs),
    nowMs,
  );
  const names = samplePets.map(([name], index) => ({ petId: BigInt(index + 1), name, revision: 1 }));
  return {
    lastSeq: entries.length,
    entries: () => pageOf(entries),
    items: () => pageOf([]),
    namesRevision: 1,
    names: () => pageOf(names),
    keys: async () => [],
    idempotencyRecords: async () => [],
    webhooks: async () => [],
  };
}

type Change = { readonly agoMs: number; readonly key: string | null; readonly command: Command };

/** Goes back in time from the quantity of today, so that no more is ever sold than was there. */
function changesOf(petId: PetId, [, today, status]: SamplePet, random: () => number): Change[] {
  const delivery = Math.max(3, Math.round(today / 2));
  const times = Array.from(
    { length: changesPerPet },
    () => Math.floor(random() * days) * dayMs + random() * openHours * hourMs,
  );
  let quantity = today;
  const changes = times
    .sort((a, b) => a - b)
    .map((agoMs, index): Change => {
      const base = { petId, expected: null, reason: null, note: null };
      if (index === 0 && status !== undefined) {
        return { agoMs, key: 'back-office', command: { ...base, kind: 'put', quantity, status } };
      }
      const { key, delta, note = null, ...change } = changeTo(quantity, delivery, random);
      const command: Command =
        change.reason === 'count'
          ? { ...base, ...change, note, kind: 'set', quantity }
          : { ...base, ...change, note, kind: 'adjust', delta };
      quantity -= delta;
      return { agoMs, key, command };
    });
  return [
    ...changes,
    { agoMs: (days + 1) * dayMs, key: null, command: toImportCommand({ petId, quantity, status: null }) },
  ];
}

type Trade = { readonly key: string; readonly reason: Reason; readonly delta: number; readonly note?: string };

/** A change that leaves this quantity. */
function changeTo(quantity: number, delivery: number, random: () => number): Trade {
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

function entriesOf(changes: readonly Change[], nowMs: number): LedgerEntry[] {
  const items = new Map<PetId, Item>();
  const entries: LedgerEntry[] = [];
  for (const { agoMs, key, command } of changes) {
    const requestId = key === null ? null : `demo-${entries.length + 1}`;
    const known = { items, idempotencyRecords: new Map(), lastSeq: entries.length, atMs: Math.floor(nowMs - agoMs) };
    const decision = decideBatch([{ ...importOf(command), key, requestId }], known);
    entries.push(...decision.entries);
    for (const [petId, item] of decision.items) if (item !== undefined) items.set(petId, item);
  }
  return entries;
}

async function* pageOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
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
