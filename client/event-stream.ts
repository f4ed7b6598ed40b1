import { Deadline } from './deadline.ts';
import { PawstockError } from './error.ts';
import type { LedgerEntry } from './inventory-types.ts';
import type { ClientConfig } from './options.ts';
import { parseRow } from './parse-json.ts';
import { path, withQuery } from './path.ts';
import { call, send } from './request.ts';
import { errorFrom, readResponse, versionFrom } from './response.ts';
import { backoffMs, delay, isRetryable } from './retry.ts';
import { EventParser } from './server-sent-events.ts';

export type WatchState = 'live' | 'reconnecting';

export type WatchOptions = {
  /**
   * The stream begins after the ledger entry with this number. Default: the last entry at the time
   * of the call.
   */
  readonly after?: number | undefined;
  /** The signal that ends the stream, without an error. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the stream is connected or has lost its connection. `error` is the cause of the
   * loss, if known.
   */
  readonly onState?: ((state: WatchState, error?: PawstockError) => void) | undefined;
};

/**
 * After a connection that lasted longer than this time, the pause before the next reconnect is
 * short again.
 */
const stableMs = 5_000;

/**
 * Yields the ledger entries after a sequence number, in order. Reconnects until the caller's signal
 * aborts.
 */
export async function* watch(
  config: ClientConfig,
  options: WatchOptions,
): AsyncGenerator<LedgerEntry, void, void> {
  const { signal, onState } = options;
  let { after } = options;
  let state: WatchState | undefined;
  let failures = 0;
  const setState = (next: WatchState, error?: PawstockError) => {
    if (next !== state) onState?.(next, error);
    state = next;
  };
  while (!signal?.aborted) {
    const deadline = new Deadline(signal);
    let openedAtMs = Number.POSITIVE_INFINITY;
    let failure: PawstockError | undefined;
    try {
      // The ledger's last sequence number is read before the stream opens: no entry is lost if the
      // first stream breaks.
      after ??= await lastSequence(config, signal);
      const body = await openStream(config, after, deadline);
      openedAtMs = performance.now();
      setState('live');
      for await (const entry of readEntries(config, body, deadline)) {
        if (signal?.aborted) return;
        if (entry.seq <= after) continue;
        after = entry.seq;
        failures = 0;
        yield entry;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isRetryable(error) && !isServerError(error)) throw error;
      failure = error;
    } finally {
      deadline.dispose();
    }
    setState('reconnecting', failure);
    if (performance.now() - openedAtMs > stableMs) failures = 0;
    await delay(backoffMs(failures++, failure), signal).catch(() => undefined);
  }
}

/**
 * Whether the error is a 5xx response. An event stream retries after every 5xx. Other calls do not
 * retry a 500.
 */
function isServerError(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 500;
}

function lastSequence(config: ClientConfig, signal: AbortSignal | undefined): Promise<number> {
  // Every page of the list of pets has an ETag with the last sequence number of the whole ledger.
  const request = { method: 'GET', path: withQuery(path`/inventory`, { limit: 1 }) } as const;
  return call(config, request, ({ headers }) => versionFrom(headers), { signal, retries: 0 });
}

/** Opens the event stream. Resolves when the service has accepted the request. */
async function openStream(
  config: ClientConfig,
  after: number,
  deadline: Deadline,
): Promise<ReadableStream<Uint8Array>> {
  try {
    return await deadline.within(Math.min(config.timeoutMs, config.attemptTimeoutMs), async () => {
      const request = {
        method: 'GET',
        path: withQuery(path`/inventory/events`, { after }),
      } as const;
      const response = await send(config, request, deadline.signal);
      if (response.ok && response.body !== null && isEventStream(response)) return response.body;
      throw errorFrom(await readResponse(response, (read) => read()));
    });
  } catch (error) {
    throw deadline.toError(error, config.url);
  }
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/**
 * Yields the ledger entries of an event stream. No time limit runs while the caller handles an
 * entry.
 */
async function* readEntries(
  { url, idleTimeoutMs }: ClientConfig,
  body: ReadableStream<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<LedgerEntry, void, void> {
  const reader = body.getReader();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await deadline.within(idleTimeoutMs, () => reader.read());
      if (done) return;
      for (const { event, data } of parser.push(value))
        if (event === 'change') yield parseEntry(data);
    }
  } catch (error) {
    throw deadline.toError(error, url);
  }
}

function parseEntry(data: string): LedgerEntry {
  try {
    return parseRow(data);
  } catch (cause) {
    throw new PawstockError('unexpected_response', 'An event of the stream is not from Pawstock.', {
      cause,
    });
  }
}
