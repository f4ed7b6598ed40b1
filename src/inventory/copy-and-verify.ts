import type { Item, PetId } from '../domain/item.ts';
import { itemAfter, type LedgerEntry } from '../domain/ledger-entry.ts';
import { hasDetails } from '../domain/pet-details.ts';
import { collect } from '../store/contents.ts';
import type { Store, StoreContents } from '../store/store.ts';

/** Moves everything from one store to another that is empty, and checks what has arrived. Undefined where it is not empty. */
export async function copyStore(
  from: Store,
  to: Store,
  onProgress: (entries: number) => void,
): Promise<Verification | undefined> {
  const copied = await from.readAll(async (contents) =>
    (await to.restore(contents, onProgress)) ? textOf(contents) : undefined,
  );
  if (copied === undefined) return undefined;
  const { differences, entries, items } = await verify(to, () => undefined);
  const same = (await to.readAll(textOf)) === copied;
  return {
    entries,
    items,
    differences: same ? differences : [...differences, 'The copy does not hold what the store held.'],
  };
}

/** What there is beside the ledger, which `verify` replays. */
async function textOf({ lastSeq, items, details }: StoreContents): Promise<string> {
  const levels = (await collect(items())).map(
    ({ petId, quantity, status, version }) => `${petId} ${quantity} ${status} ${version}`,
  );
  const described = (await collect(details())).map(
    ({ petId, name, barcode, lowAt, revision }) => `${petId} ${revision} ${lowAt} ${barcode} ${name}`,
  );
  return [lastSeq, ...levels, ...described].join('\n');
}

export type Verification = {
  readonly entries: number;
  readonly items: number;
  /** What is wrong, a sentence each; empty if all is well. */
  readonly differences: readonly string[];
};

/** Replays the whole ledger and compares what comes out with the stock levels, as one moment has both. */
export async function verify(store: Store, onProgress: (entries: number) => void): Promise<Verification> {
  const replayed = new Map<PetId, Item>();
  const differences: string[] = [];
  let seq = 0;
  const replay = (entry: LedgerEntry) => {
    if (entry.seq !== seq + 1) differences.push(`The ledger goes from entry ${seq} to entry ${entry.seq}.`);
    seq = entry.seq;
    differences.push(...brokenChain(entry, replayed.get(entry.petId)));
    const item = itemAfter(entry);
    if (item === undefined) replayed.delete(entry.petId);
    else replayed.set(entry.petId, item);
  };
  const { items, details } = await store.readAll(async (contents) => {
    for await (const page of contents.entries()) {
      page.forEach(replay);
      onProgress(seq);
    }
    return { items: await collect(contents.items()), details: await collect(contents.details()) };
  });
  const petIds = new Set(items.map(({ petId }) => petId));
  const holders = new Map<string, PetId>();
  for (const some of details.filter(hasDetails)) {
    const { petId, barcode } = some;
    if (!petIds.has(petId)) differences.push(`Pet ${petId}: it has details, and there is no such item.`);
    if (barcode === null) continue;
    const other = holders.get(barcode);
    if (other !== undefined) differences.push(`Pets ${other} and ${petId} have the same barcode, ${barcode}.`);
    holders.set(barcode, petId);
  }
  for (const item of items) {
    differences.push(...differenceOf(item, replayed.get(item.petId)));
    replayed.delete(item.petId);
  }
  for (const { petId, quantity, version } of replayed.values()) {
    differences.push(`Pet ${petId}: the ledger has ${quantity} (entry ${version}), and there is no such item.`);
  }
  return { entries: seq, items: items.length, differences };
}

function brokenChain({ seq, petId, before }: LedgerEntry, item: Item | undefined): string[] {
  const expected = item?.quantity ?? null;
  if (before === expected) return [];
  return [
    `Pet ${petId}: entry ${seq} begins at ${before ?? 'nothing'}, and the one before it ends at ${expected ?? 'nothing'}.`,
  ];
}

function differenceOf(item: Item, replayed: Item | undefined): string[] {
  if (replayed === undefined)
    return [`Pet ${item.petId}: the item has ${item.quantity}, and the ledger has no such pet.`];
  const names = ['quantity', 'status', 'version'] as const;
  return names
    .filter((name) => item[name] !== replayed[name])
    .map((name) => `Pet ${item.petId}: the item has ${name} ${item[name]}, and the ledger has ${replayed[name]}.`);
}
