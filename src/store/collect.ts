import type { Item, PetId } from '../domain/item.ts';
import type { StoreContents } from './store.ts';

/** All pages in one array. Only for what fits into memory. */
export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await Array.fromAsync(pages)).flat();
}

/** All items, and the names of those that have one. */
export async function collectNamedItems({
  items,
  names,
}: StoreContents): Promise<{ items: Item[]; names: Map<PetId, string> }> {
  const named = (await collect(names())).flatMap(({ petId, name }) => (name === null ? [] : [[petId, name] as const]));
  return { items: await collect(items()), names: new Map(named) };
}
