import { DomainError } from '../../domain/errors.ts';
import type { LedgerEntry } from '../../domain/ledger-entry.ts';
import type { Listener } from '../../inventory/feed.ts';
import { limits } from '../../limits.ts';
import type { Call } from '../call.ts';
import { entryJson } from '../entry-json.ts';
import type { Answer, AnswerStream } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { queryOf } from '../query.ts';
import { errorResponses } from '../responses.ts';
import { LastEventId, SequenceOrZero } from '../schemas.ts';
import { validateValue } from '../validate.ts';
import { z } from '../zod.ts';

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

function watch(call: Call): Answer {
  const { inventory, state } = call.service;
  const after = resumeAfter(call);
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Its end is the end of the connection, so that a reader notices at once and resumes.
    connection: 'close',
  };
  if (call.asked.method === 'HEAD') return call.answer(200, null, headers);
  if (state === 'stopping') throw new DomainError('shutting_down', 'This instance is stopping. Use another one.');
  if (inventory.feed.listeners >= limits.eventStreamsMax) {
    throw new DomainError('overloaded', 'Too many event streams are open. Try again later.');
  }
  return call.answer(200, eventStream(call, inventory.feed.listen(after, inventory.snapshot.seq)), headers);
}

function resumeAfter(call: Call): number {
  const lastId = validateValue(LastEventId, call.header('last-event-id') || undefined, {
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
function eventStream({ service, key }: Call, listener: Listener): AnswerStream {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield greeting;
    while (service.inventory.isLiving(key)) {
      const entries = await listener.next(limits.eventHeartbeatMs);
      // The key may have ended meanwhile.
      if (entries === undefined || !service.inventory.isLiving(key)) break;
      yield entries.length === 0 ? heartbeat : Buffer.from(entries.map(event).join(''));
    }
    listener.end();
  }
  return { pieces: pieces(), cancel: () => listener.end() };
}

const greeting = Buffer.from(': connected\n\n');
const heartbeat = Buffer.from(':\n\n');

const event = (entry: LedgerEntry) => `id: ${entry.seq}\nevent: change\ndata: ${entryJson(entry)}\n\n`;
