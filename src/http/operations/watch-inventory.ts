import { z } from '@hono/zod-openapi';
import { DomainError } from '../../domain/errors.ts';
import type { LedgerEntry } from '../../domain/ledger-entry.ts';
import type { Listener } from '../../inventory/feed.ts';
import { limits } from '../../limits.ts';
import type { Call } from '../call.ts';
import { entryJson } from '../entry-json.ts';
import type { Operation } from '../operation.ts';
import { queryOf } from '../query.ts';
import { errorResponses } from '../responses.ts';
import { LastEventId, SequenceOrZero } from '../schemas.ts';
import { validateValue } from '../validate.ts';

const Query = z.object({ after: SequenceOrZero });

export const watchInventory: Operation = {
  operationId: 'watchInventory',
  method: 'get',
  path: '/inventory/events',
  tag: 'extensions',
  stability: 'beta',
  scope: 'read',
  summary: 'Watch changes',
  description:
    'Server-sent events: one "change" a ledger entry, with its sequence as id. Resumes after Last-Event-ID, else after the parameter, else from now.',
  request: { query: Query, headers: z.object({ 'Last-Event-ID': LastEventId }) },
  responses: {
    200: {
      description: 'A stream of events, each with a LedgerEntry as data.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    400: errorResponses.malformed,
    401: errorResponses[401],
    default: errorResponses.default,
  },
  handle: watch,
};

const encoder = new TextEncoder();

function watch(call: Call): Response {
  const { inventory } = call.service;
  const after = resumeAfter(call);
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Its end is the end of the connection, so that a reader notices at once and resumes.
    connection: 'close',
  };
  if (call.request.method === 'HEAD') return call.answer(200, null, headers);
  if (inventory.feed.listeners >= limits.eventStreamsMax) {
    throw new DomainError('overloaded', 'Too many event streams are open. Try again later.');
  }
  return call.answer(200, eventStream(call, inventory.feed.listen(after, inventory.snapshot.seq)), headers);
}

function resumeAfter(call: Call): number {
  const lastId = validateValue(LastEventId, call.request.headers.get('last-event-id') || undefined, {
    code: 'invalid_header',
    name: 'Last-Event-ID',
  });
  const { after } = queryOf(call, Query);
  const { seq } = call.service.inventory.snapshot;
  const start = lastId ?? after ?? seq;
  if (start <= seq) return start;
  throw new DomainError(
    lastId === undefined ? 'invalid_query' : 'invalid_header',
    `There is no change ${start} yet: the last one is ${seq}. Resume from an id that you have received.`,
  );
}

/** Nothing is read before the reader has room, so a slow one holds its place and not its events. */
function eventStream({ service, key }: Call, listener: Listener): ReadableStream<Uint8Array> {
  let greeted = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!greeted) {
          greeted = true;
          controller.enqueue(encoder.encode(': connected\n\n'));
          return;
        }
        const entries = service.inventory.isLiving(key) ? await listener.next(limits.eventHeartbeatMs) : undefined;
        if (entries === undefined) {
          listener.end();
          controller.close();
        } else controller.enqueue(encoder.encode(entries.length === 0 ? ':\n\n' : entries.map(event).join('')));
      },
      cancel: () => listener.end(),
    },
    { highWaterMark: 0 },
  );
}

const event = (entry: LedgerEntry) => `id: ${entry.seq}\nevent: change\ndata: ${entryJson(entry)}\n\n`;
