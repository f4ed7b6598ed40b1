import type { TestContext } from 'node:test';
import { verify } from '../../../src/inventory/copy-and-verify.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Random } from '../random.ts';
import { addPets, createKey } from '../service/store-contents.ts';
import { until } from '../until.ts';
import { violationsIn } from './linearizability.ts';
import { startRecordedLoad } from './recorded-load.ts';

const petIds = Array.from({ length: 8 }, (_, index) => index + 1);

/** Fewer would say little, in all and after what is done to the service; a busy machine gets the time it needs. */
const operationsMin = { inAll: 200, after: 50 };

export type Attack = {
  /** Opens the store only for a look: a process that keeps it open would preserve what a crash destroys. */
  readonly inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
  readonly urls: readonly string[];
  /** How long it takes at least; 0 ends it as soon as there are enough operations. */
  readonly loadMs: number;
  readonly random: Random;
  /** Which attack it is of several on one store. */
  readonly round?: number;
  /** What is done to the service meanwhile, again and again. */
  readonly disturb?: (random: Random) => Promise<void>;
};

/** Fills an empty store with the pets that the clients work on. */
export async function fillStore(store: Store): Promise<string> {
  await addPets(
    store,
    petIds.map((petId) => ({ petId: BigInt(petId), quantity: 1_000_000 })),
  );
  return createKey(store);
}

/** Lets clients loose on the service. Returns what they were told that cannot be true, and faults of the ledger. */
export async function attack(t: TestContext, secret: string, options: Attack): Promise<string[]> {
  const { inStore, urls, loadMs, random, round = 0, disturb } = options;
  const clients = 8;
  const load = startRecordedLoad({ urls, secret, clients, petIds, name: `r${round}`, random });
  const endsAtMs = Date.now() + loadMs;
  const disturbing = random.branch(clients);
  do {
    await disturb?.(disturbing);
    const before = load.history.length;
    await until(() => load.history.length >= before + operationsMin.after);
  } while (Date.now() < endsAtMs || load.history.length < operationsMin.inAll);
  await load.stop();
  const unanswered = load.history.filter(({ output }) => output === undefined).length;
  t.diagnostic(
    `${load.history.length} operations, ${unanswered} unanswered: ${JSON.stringify(Object.fromEntries(load.responses))}`,
  );
  return inStore(async (store) => {
    const ledger = await store.entriesAfter(0, Number.MAX_SAFE_INTEGER);
    const stored = new Set(ledger.map(({ requestId }) => requestId));
    const refused = load.refused.filter((requestId) => stored.has(requestId)).map((id) => `${id}: refused, and stored`);
    const { differences } = await verify(store, () => undefined);
    return [...differences, ...refused, ...violationsIn(load.history, ledger)];
  });
}
