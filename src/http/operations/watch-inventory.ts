import { quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Subscription } from '../../inventory/feed.ts';
import { entryJson } from '../../json/ledger-entry-json.ts';
import { HttpError } from '../errors.ts';
import { LedgerEntrySchema } from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { queryInteger } from '../request/fields.ts';
import type { BodyStream } from '../server/message.ts';
import { z } from '../zod.ts';

const LastEventId = queryInteger(0, quantityMax, 'The id of the last event that was received.');

export const watchInventory = operation({
  ...readExtension,
  operationId: 'watchInventory',
  method: 'GET',
  path: '/inventory/events',
  summary: 'Watch changes',
  description:
    'Server-sent events: one "change" a ledger entry, with its sequence as id. Resumes after Last-Event-ID, else after the parameter, else from now.',
  query: z.object({ after: queryInteger(0, quantityMax, 'Only entries after this sequence.') }),
  headers: { 'Last-Event-ID': LastEventId },
  responses: {
    200: {
      description: 'A stream of events. The schema is that of the data of each.',
      content: { 'text/event-stream': { schema: LedgerEntrySchema } },
    },
  },
  async handle(context, { query }) {
    const { inventory, state, eventStreams } = context.app;
    const after = resumeAfter(context, query.after);
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // The connection closes with the event stream, so that the client notices the end at once and
      // reconnects.
      connection: 'close',
    };
    if (state === 'stopping')
      throw new HttpError('shutting_down', 'This instance is stopping. Use another one.');
    const release = await eventStreams.acquire(context.key.keyId);
    const subscription = inventory.feed.subscribe(after);
    return context.response(200, eventStream(context, subscription, release), headers);
  },
});

function resumeAfter(context: Context, after: number | undefined): number {
  const lastId = LastEventId.safeParse(context.header('last-event-id') || undefined);
  if (!lastId.success)
    throw new HttpError('invalid_header', `Last-Event-ID ${lastId.error.issues[0]?.message}.`);
  const { seq } = context.app.inventory.snapshot;
  const start = lastId.data ?? after ?? seq;
  if (start <= seq) return start;
  const message = `There is no change ${start} yet: the last one is ${seq}. Resume from an id that you have received.`;
  throw new HttpError(lastId.data === undefined ? 'invalid_query' : 'invalid_header', message);
}

/**
 * Reads ledger entries only as fast as the client takes events, so that a slow client does not fill
 * the memory.
 */
function eventStream(
  { app, key }: Context,
  subscription: Subscription,
  release: () => void,
): BodyStream {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield greeting;
    let quietMs = 0;
    while (true) {
      const entries = await subscription.next(keyCheckMs);
      if (entries === undefined || app.inventory.keyring.findActive(key.digest) === undefined)
        return;
      quietMs = entries.length === 0 ? quietMs + keyCheckMs : 0;
      if (entries.length > 0) yield eventsOf(entries);
      else if (quietMs % app.limits.eventHeartbeatMs === 0) yield heartbeat;
    }
  }
  const onClose = () => {
    subscription.end();
    release();
  };
  return { chunks: chunks(), retained: [], onClose };
}

/** How long an event stream may stay open after its API key has expired or was revoked. */
const keyCheckMs = 1_000;

const greeting = Buffer.from(': connected\n\n');
const heartbeat = Buffer.from(':\n\n');

const encodedPages = new WeakMap<readonly LedgerEntry[], Uint8Array>();

/** The events of a page of ledger entries, which are encoded once for all streams. */
function eventsOf(page: readonly LedgerEntry[]): Uint8Array {
  const known = encodedPages.get(page);
  if (known !== undefined) return known;
  const encoded = Buffer.from(page.map(event).join(''));
  encodedPages.set(page, encoded);
  return encoded;
}

const event = (entry: LedgerEntry) =>
  `id: ${entry.seq}\nevent: change\ndata: ${entryJson(entry)}\n\n`;
