import { errorIn, readAnswer, versionOf } from './answer.ts';
import { PawstockError } from './error.ts';
import { parseRow } from './exact-numbers.ts';
import type { LedgerEntry } from './inventory-types.ts';
import { Patience } from './patience.ts';
import { type Connection, call, send } from './request.ts';
import { delay, passes, waitAfter } from './retry.ts';
import { EventParser } from './server-sent-events.ts';

type WatchState = 'live' | 'reconnecting';

export type WatchOptions = {
  /** The sequence of the last change that is known; without it, the stream begins with the next one. */
  readonly after?: number | undefined;
  /** Ends the stream, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each change of state, and with what went wrong, if that is known. */
  readonly onState?: ((state: WatchState, error?: PawstockError) => void) | undefined;
};

/** A connection that held for this long was a good one. */
const heldMs = 5_000;

/**
 * Every change after a place in the ledger, over as many connections as it takes. The place is known before the first
 * one, so that not even a connection that breaks before its first event loses any.
 */
export async function* watch(connection: Connection, options: WatchOptions): AsyncGenerator<LedgerEntry, void, void> {
  const { signal, onState } = options;
  let { after } = options;
  let state: WatchState | undefined;
  let failures = 0;
  const become = (next: WatchState, error?: PawstockError) => {
    if (next !== state) onState?.(next, error);
    state = next;
  };
  while (!signal?.aborted) {
    let openedAtMs = Number.POSITIVE_INFINITY;
    let failure: PawstockError | undefined;
    try {
      after ??= await lastSequence(connection, signal);
      const stream = await openStream(connection, after, signal);
      openedAtMs = Date.now();
      become('live');
      for await (const entry of stream) {
        if (entry.seq <= after) continue;
        after = entry.seq;
        failures = 0;
        yield entry;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!passes(error) && !isFault(error)) throw error;
      failure = error;
    }
    become('reconnecting', failure);
    if (Date.now() - openedAtMs > heldMs) failures = 0;
    await delay(waitAfter(failures++, failure), signal).catch(() => undefined);
  }
}

/** A fault of the service ends one call, but not a stream that is meant to last. */
function isFault(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 500;
}

async function lastSequence(connection: Connection, signal: AbortSignal | undefined): Promise<number> {
  // One row is enough: the tag is that of the whole list.
  const request = { method: 'GET', path: '/inventory', query: { limit: 1 } } as const;
  const answer = await call({ ...connection, retries: 0 }, request, signal);
  return readAnswer(answer, ({ headers }) => versionOf(headers));
}

/** Resolves when the service has accepted; the entries follow. */
async function openStream(
  connection: Connection,
  after: number,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<LedgerEntry, void, void>> {
  const patience = new Patience(signal);
  try {
    const body = await patience.within(connection.timeoutMs, async () => {
      const request = { method: 'GET', path: '/inventory/events', query: { after } } as const;
      const response = await send(connection, request, patience.signal);
      if (response.ok && response.body !== null && isEventStream(response)) return response.body;
      throw errorIn({ status: response.status, headers: response.headers, text: await response.text() });
    });
    return readEntries(connection, body, patience);
  } catch (error) {
    patience.end();
    throw patience.explain(error, connection.url);
  }
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/** The service speaks at least every 15 s. Where nothing comes for longer, the connection is dead without knowing. */
async function* readEntries(
  { url, silenceMs }: Connection,
  body: ReadableStream<Uint8Array>,
  patience: Patience,
): AsyncGenerator<LedgerEntry, void, void> {
  const reader = body.getReader();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await patience.within(silenceMs, () => reader.read());
      if (done) return;
      for (const { event, data } of parser.push(value)) if (event === 'change') yield entryIn(data);
    }
  } catch (error) {
    throw patience.explain(error, url);
  } finally {
    patience.end();
  }
}

function entryIn(data: string): LedgerEntry {
  try {
    return parseRow(data);
  } catch (cause) {
    throw new PawstockError('unexpected_answer', 'An event is not as Pawstock sends them.', { cause });
  }
}
