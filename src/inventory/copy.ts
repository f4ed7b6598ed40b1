import { collect } from '../store/collect.ts';
import type { Store } from '../store/store.ts';
import { verify } from './verify.ts';

export type CopyResult = { readonly entries: number; readonly items: number; readonly differences: readonly string[] };

/** Moves everything from one store to another that is empty, and checks what has arrived. Undefined where it is not empty. */
export async function copyStore(
  from: Store,
  to: Store,
  onProgress: (entries: number) => void,
): Promise<CopyResult | undefined> {
  const copied = await from.readAll(async (contents) => {
    if (!(await to.restore(contents, onProgress))) return undefined;
    return { lastSeq: contents.lastSeq, items: await collect(contents.items()) };
  });
  if (copied === undefined) return undefined;
  const { differences, entries } = await verify(to, () => undefined);
  const arrived = await to.load();
  const same = entries === copied.lastSeq && textOf(arrived.items) === textOf(copied.items);
  return {
    entries,
    items: arrived.items.length,
    differences: same ? differences : [...differences, 'The copy does not hold what the store held.'],
  };
}

function textOf(items: Awaited<ReturnType<Store['load']>>['items']): string {
  return items.map(({ petId, quantity, status, version }) => `${petId} ${quantity} ${status} ${version}`).join('\n');
}
