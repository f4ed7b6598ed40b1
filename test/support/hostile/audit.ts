import assert from 'node:assert/strict';
import { verify } from '../../../src/inventory/copy-and-verify.ts';
import type { Store } from '../../../src/store/store.ts';
import type { RawResponse } from '../http/raw-socket.ts';
import { loadItems } from '../service/store-contents.ts';

/** Compares what clients were told with what the store has: no change without a success, no success without a change. */
export class Audit {
  readonly #store: Store;
  readonly #told: string[] = [];
  #seq: number;

  private constructor(store: Store, seq: number) {
    this.#store = store;
    this.#seq = seq;
  }

  static async open(store: Store): Promise<Audit> {
    return new Audit(store, (await loadItems(store)).seq);
  }

  record(responses: readonly RawResponse[]): void {
    for (const response of responses) {
      const requestId = response.headers.get('x-request-id') ?? '';
      this.#told.push(...Array.from({ length: changesIn(response) }, () => requestId));
    }
  }

  /** Compares the changes since the last time, by request id, and returns how many there were. */
  async reconcile(): Promise<number> {
    const entries = await this.#store.entriesAfter(this.#seq, Number.MAX_SAFE_INTEGER);
    const stored = entries.map(({ requestId }) => requestId ?? '');
    const told = this.#told.splice(0);
    this.#seq = entries.at(-1)?.seq ?? this.#seq;
    assert.deepEqual(stored.sort(), told.sort(), 'what was stored is not what was told');
    return stored.length;
  }

  /** That the ledger, replayed, gives the stock levels. */
  async verify(): Promise<void> {
    assert.deepEqual((await verify(this.#store, () => undefined)).differences, []);
  }
}

/** How many items a response says were changed: writes get 2xx, are not to be stored, and are not yet stable. */
function changesIn({ status, headers, body }: RawResponse): number {
  const isStream = headers.get('content-type') === 'text/event-stream';
  const isWrite = headers.get('cache-control') === 'no-store' && headers.has('x-stability') && !isStream;
  if (!isWrite || status >= 300 || headers.get('idempotent-replayed') === 'true') return 0;
  return body.startsWith('[') ? (JSON.parse(body) as unknown[]).length : 1;
}
