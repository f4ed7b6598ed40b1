import assert from 'node:assert/strict';
import type { Store } from '../../../src/store/store.ts';
import type { RawResponse } from '../http/raw-socket.ts';
import { loadItems } from '../service/store-contents.ts';

/** Checks that the store's changes and the successful responses match one to one. */
export async function openAudit(store: Store) {
  const told: string[] = [];
  let { seq } = await loadItems(store);
  return {
    record: (responses: readonly RawResponse[]) => {
      for (const response of responses) {
        const requestId = response.headers.get('x-request-id') ?? '';
        told.push(...Array.from({ length: changesIn(response) }, () => requestId));
      }
    },
    /**
     * Checks that each change stored since the last call had a response. Returns the number of
     * these changes.
     */
    reconcile: async () => {
      const entries = await store.entriesAfter(seq, Number.MAX_SAFE_INTEGER);
      const stored = entries.map(({ requestId }) => requestId ?? '');
      seq = entries.at(-1)?.seq ?? seq;
      assert.deepEqual(
        stored.sort(),
        told.splice(0).sort(),
        'what was stored is not what was told',
      );
      return stored.length;
    },
  };
}

/**
 * Returns how many pets a response reports as changed. Its headers show whether the request was a
 * write.
 */
function changesIn({ status, headers, body }: RawResponse): number {
  const isStream = headers.get('content-type') === 'text/event-stream';
  const isWrite =
    headers.get('cache-control') === 'no-store' && headers.has('x-stability') && !isStream;
  if (!isWrite || status >= 300 || headers.get('idempotent-replayed') === 'true') return 0;
  return body.startsWith('[') ? (JSON.parse(body) as unknown[]).length : 1;
}
