import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { verify } from '../../../src/inventory/verify.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Random } from '../random.ts';
import { addPets, createKey, loadItems } from '../service/store-contents.ts';
import { until } from '../until.ts';
import type { Operation, Seen } from './history.ts';
import { checkLinearizable } from './linearizability.ts';
import type { Verdict } from './linearization-search.ts';
import { type RecordedLoad, startRecordedLoad } from './recorded-load.ts';

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
  readonly clients?: number;
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

/** Lets clients loose on the service, and decides whether what they were told can be true. */
export async function attack(t: TestContext, secret: string, options: Attack): Promise<Verdict> {
  const { inStore, urls, loadMs, random, round = 0, clients = 8, disturb } = options;
  const { items } = await inStore(loadItems);
  const pets: Seen[] = items.map(({ petId, quantity, version }) => ({ petId: Number(petId), quantity, version }));
  const load = startRecordedLoad({ urls, secret, clients, petIds, name: `r${round}`, random });
  const endsAtMs = Date.now() + loadMs;
  const disturbing = random.branch(clients);
  do {
    await disturb?.(disturbing);
    const before = load.history.length;
    await until(() => load.history.length >= before + operationsMin.after);
  } while (Date.now() < endsAtMs || load.history.length < operationsMin.inAll);
  await load.stop();
  const startedMs = Date.now();
  const verdict = checkLinearizable(load.history, { pets });
  t.diagnostic(
    `${load.history.length} operations, ${unansweredIn(load.history)} writes unanswered: ${verdict.result} ` +
      `after ${verdict.steps} steps, ${Date.now() - startedMs} ms. Answers: ${JSON.stringify(Object.fromEntries(load.responses))}`,
  );
  if (verdict.result === 'linearizable') await inStore((store) => assertLedgerAgrees(store, load));
  return verdict;
}

function unansweredIn(history: readonly Operation[]): number {
  return history.filter(({ input, output }) => output === undefined && !/get|list/.test(input.kind)).length;
}

/** Every acknowledged write is in the ledger once, a refused one is not, and an unanswered one at most once. */
async function assertLedgerAgrees(store: Store, { history, refused }: RecordedLoad): Promise<void> {
  const entries = new Map<string, number>();
  for (const { requestId } of await store.entriesAfter(0, Number.MAX_SAFE_INTEGER)) {
    if (requestId !== null) entries.set(requestId, (entries.get(requestId) ?? 0) + 1);
  }
  for (const { requestId, input, output } of history) {
    const count = entries.get(requestId) ?? 0;
    if (output === undefined) assert.ok(count <= 1, `request ${requestId} is in the ledger ${count} times`);
    else {
      const writes = output.result !== 'done' || /get|list/.test(input.kind) ? 0 : output.levels.length;
      assert.equal(count, writes, `entries of request ${requestId}: ${JSON.stringify(input)}`);
    }
  }
  for (const requestId of refused) assert.equal(entries.get(requestId) ?? 0, 0, `request ${requestId} was refused`);
  assert.deepEqual((await verify(store, () => undefined)).differences, []);
}
