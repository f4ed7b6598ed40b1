import { collect } from '../store/contents.ts';
import type { Store, StoreContents } from '../store/store.ts';
import { verify } from './verify.ts';

export type CopyResult = { readonly entries: number; readonly items: number; readonly differences: readonly string[] };

/** Moves everything from one store to another that is empty, and checks what has arrived. Undefined where it is not empty. */
export async function copyStore(
  from: Store,
  to: Store,
  onProgress: (entries: number) => void,
): Promise<CopyResult | undefined> {
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
