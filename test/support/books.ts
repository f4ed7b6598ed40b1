import assert from 'node:assert/strict';
import { verify } from '../../src/inventory/verify.ts';
import type { Store } from '../../src/store/store.ts';
import type { WireAnswer } from './answers.ts';

/** Holds what callers were told against what the store has: no change without a success, no success without a change. */
export class Books {
  readonly #store: Store;
  readonly #told: string[] = [];
  #seq: number;

  private constructor(store: Store, seq: number) {
    this.#store = store;
    this.#seq = seq;
  }

  static async open(store: Store): Promise<Books> {
    return new Books(store, (await store.load()).seq);
  }

  note(answers: readonly WireAnswer[]): void {
    for (const answer of answers) {
      for (let change = 0; change < changesIn(answer); change++) {
        this.#told.push(answer.headers.get('x-request-id') ?? '');
      }
    }
  }

  /** Returns how many changes there were since the last time. */
  async balance(): Promise<number> {
    const entries = await this.#store.entriesAfter(this.#seq, Number.MAX_SAFE_INTEGER);
    const stored = entries.map(({ requestId }) => requestId ?? '');
    const told = this.#told.splice(0);
    this.#seq = entries.at(-1)?.seq ?? this.#seq;
    assert.deepEqual(stored.sort(), told.sort(), 'what was stored is not what was told');
    return stored.length;
  }

  /** That the ledger, replayed, gives the stock levels. */
  async audit(): Promise<void> {
    assert.deepEqual((await verify(this.#store, () => undefined)).differences, []);
  }
}

/** How many items an answer says were changed: writes answer 2xx, are not to be stored, and are not yet stable. */
function changesIn({ status, headers, body }: WireAnswer): number {
  const isStream = headers.get('content-type') === 'text/event-stream';
  const isWrite = headers.get('cache-control') === 'no-store' && headers.has('x-stability') && !isStream;
  if (!isWrite || status >= 300 || headers.get('idempotent-replayed') === 'true') return 0;
  return body.startsWith('[') ? (JSON.parse(body) as unknown[]).length : 1;
}
