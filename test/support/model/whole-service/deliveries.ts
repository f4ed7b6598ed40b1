import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import type { Choices, Endpoint, Entry, Message, Model } from './model.ts';

/**
 * Models which webhook messages each endpoint must get, in which order, and which ones have
 * arrived.
 */

export const isLive = ({ end }: Endpoint) => end === Number.POSITIVE_INFINITY;

function messagesAbout(
  model: Model,
  endpoint: Endpoint,
  { seq, petId, reason, before, after }: Entry,
): Message[] {
  const { events, low, petIds, reasons, url } = endpoint;
  if (petIds !== null && !petIds.includes(petId)) return [];
  if (reasons !== null && (reason === null || !reasons.includes(reason))) return [];
  const fellTo = (level: number) =>
    before !== null && after !== null && before > level && after <= level;
  const { lowAt } = model.details.get(petId) ?? noDetails;
  return events
    .filter(
      (event) =>
        event === 'changed' || fellTo(event === 'out' ? 0 : (lowAt ?? low ?? model.shopLowAt)),
    )
    .map((event) => ({ seq, event, urls: [url], isRequired: true }));
}

export function noteEntries(model: Model, entries: readonly Entry[]): void {
  for (const endpoint of model.endpoints.filter(isLive)) {
    if (endpoint.paused) endpoint.held.push(...entries);
    else endpoint.due.push(...entries.flatMap((entry) => messagesAbout(model, endpoint, entry)));
  }
}

const nameOf = ({ seq, event }: Pick<Message, 'seq' | 'event'>) => `${seq} ${event}`;

/**
 * Changes an endpoint's settings. Messages that are pending at that time may follow the old or the
 * new settings.
 */
export function changeEndpoint(model: Model, endpoint: Endpoint, change: Partial<Choices>): void {
  const before = new Map(endpoint.due.map((message) => [nameOf(message), message]));
  Object.assign(endpoint, change);
  const pending = model.ledger.slice(endpoint.certain);
  const held = new Set(endpoint.held);
  const after = pending
    .filter((entry) => entry.seq > endpoint.start && !held.has(entry))
    .flatMap((entry) => messagesAbout(model, endpoint, entry))
    .filter((message) => !endpoint.arrived.has(nameOf(message)));
  const merged = after.map((message) => {
    const old = before.get(nameOf(message));
    before.delete(nameOf(message));
    if (old === undefined) return { ...message, isRequired: false };
    return { ...old, urls: [...new Set([...old.urls, ...message.urls])] };
  });
  const dropped = [...before.values()].map((message) => ({ ...message, isRequired: false }));
  const order = ['changed', 'low', 'out'];
  endpoint.due = [...merged, ...dropped].sort(
    (one, other) => one.seq - other.seq || order.indexOf(one.event) - order.indexOf(other.event),
  );
}

export function resume(model: Model, endpoint: Endpoint): void {
  endpoint.paused = false;
  endpoint.due.push(...endpoint.held.flatMap((entry) => messagesAbout(model, endpoint, entry)));
  endpoint.held = [];
  const { replay } = endpoint;
  if (replay !== null) replay.due = replayedMessages(model, endpoint, replay.after, replay.until);
}

export function replayedMessages(
  model: Model,
  endpoint: Endpoint,
  after: number,
  until: number,
): Message[] {
  return model.ledger.slice(after, until).flatMap((entry) => messagesAbout(model, endpoint, entry));
}

/**
 * The low-stock thresholds in pets' details decide what a replay sends, so replays must end before
 * details change.
 */
export function settledBeforeDetails(model: Model): 'received' | 'stored' {
  const isReplaying = model.endpoints.some(
    (one) => isLive(one) && !one.paused && one.replay !== null,
  );
  return isReplaying ? 'stored' : 'received';
}

/** Returns the messages that must arrive before the model can continue. */
export function missing(model: Model): string[] {
  return model.endpoints
    .filter((endpoint) => isLive(endpoint) && !endpoint.paused)
    .flatMap(({ name, due, replay }) =>
      [...due.filter(({ isRequired }) => isRequired), ...(replay?.due ?? [])].map(
        (one) => `${name}: ${nameOf(one)}`,
      ),
    );
}

export type Arrival = {
  readonly name: string;
  readonly url: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
  /** The header `traceparent`; undefined without one. */
  readonly traceparent: unknown;
  readonly body: string;
};

/** The trace context that a request with this id sends. Every third request sends none. */
export function traceparentOf(requestId: string): string | undefined {
  const number = Number(requestId.slice(1));
  if (number % 3 === 0) return undefined;
  return `00-${number.toString(16).padStart(32, '0')}-00000000000000ab-01`;
}

/** A message as its body and the headers of its request state it, with a text for errors. */
type Sent = Pick<Message, 'seq' | 'event'> &
  Readonly<{ id: string; timestamp: string; data: Entry; what: string }>;

/**
 * Checks a webhook message on its arrival. Throws if the service should not have sent it, or not in
 * this form.
 */
export function receive(model: Model, arrival: Arrival): void {
  const { type, timestamp, data } = JSON.parse(arrival.body) as {
    type: string;
    timestamp: string;
    data: Entry;
  };
  if (type === 'webhook.test') return;
  const { seq } = data;
  const event = type.replace('inventory.', '');
  const message = nameOf({ seq, event });
  const what = `${arrival.name} was sent ${message} at ${arrival.url}`;
  const sent = { seq, event, id: arrival.id, timestamp, data, what };
  const isIt = (due: Message) => nameOf(due) === message && due.urls.includes(arrival.url);
  const named = model.endpoints.filter(({ name }) => name === arrival.name);
  // A replay may include ledger entries older than the endpoint.
  const endpoint =
    named.find(({ replay }) => replay?.due.some(isIt)) ??
    named.find(({ start, end }) => start < seq && seq <= end) ??
    named.find(({ arrived }) => arrived.has(message));
  assert.ok(endpoint !== undefined, `${what}, which is no business of any endpoint of that name`);
  const queue = [endpoint.due, endpoint.replay?.due ?? []].find((messages) => messages.some(isIt));
  if (queue === undefined) {
    checkRepetition(model, endpoint, sent);
    return;
  }
  const taken = queue.splice(0, queue.findIndex(isIt) + 1);
  if (queue === endpoint.due) endpoint.certain = Math.max(endpoint.certain, seq - 1);
  noteArrival(endpoint, taken, sent);
  checkData(model, sent, taken.at(-1)?.isRequired !== false);
  checkSignatures(model, endpoint, arrival);
  assert.equal(arrival.traceparent, traceparentOf(data.requestId), `the trace of ${what}`);
}

/** Checks a message that no queue of its endpoint has: only after a restart may it be sent again. */
function checkRepetition(
  model: Model,
  { arrived, due, paused }: Endpoint,
  { seq, event, id, what }: Sent,
): void {
  const known = arrived.get(nameOf({ seq, event }));
  // If an instance stops between two messages about a ledger entry, the next one sends all messages
  // about it.
  const isUnfinished = model.restarts > 0 && due.some((message) => message.seq === seq);
  const mayRepeat = known !== undefined && isUnfinished;
  const state = `it waits for ${JSON.stringify(due)}${paused ? ' and is paused' : ''}`;
  assert.ok(mayRepeat, `${what}, which must not be sent (again): ${state}`);
  assert.equal(id, known, `${what} under another id`);
}

/** Records that the last of these messages has arrived, which passes over the others. */
function noteArrival(endpoint: Endpoint, taken: readonly Message[], sent: Sent): void {
  const { seq, event, id, what, data } = sent;
  const first = taken.slice(0, -1).find(({ isRequired }) => isRequired);
  assert.ok(first === undefined, `${what} before ${first && nameOf(first)}`);
  assert.equal(endpoint.arrived.get(nameOf(sent)) ?? id, id, `${what} under another id`);
  endpoint.arrived.set(nameOf(sent), id);
  endpoint.log.push({ seq, event, petId: data.petId });
}

function checkData(model: Model, { seq, timestamp, data, what }: Sent, isRequired: boolean): void {
  const entry = model.ledger[seq - 1];
  // A message that need not arrive any more may contain the details that the pet had before their
  // last change.
  const details = isRequired ? [model.details] : [model.details, model.detailsBefore];
  const expected = details.map((known) => {
    const { name, barcode } = known.get(data.petId) ?? noDetails;
    return { ...entry, name, barcode };
  });
  assert.deepEqual(data, expected.find((one) => isDeepStrictEqual(data, one)) ?? expected[0], what);
  assert.equal(timestamp, entry?.at, what);
}

function checkSignatures(model: Model, endpoint: Endpoint, arrival: Arrival): void {
  const { secret, previous, name } = endpoint;
  // Until the response to a rotation arrives, the new secret is unknown, and a message may still
  // have the old signature.
  if (endpoint.isRotating) return;
  const sign = (text: string) =>
    `v1,${createHmac('sha256', Buffer.from(text.replace('whsec_', ''), 'base64'))
      .update(`${arrival.id}.${arrival.timestamp}.${arrival.body}`)
      .digest('base64')}`;
  const overlapping = previous.filter(({ untilMs }) => untilMs > model.nowMs);
  const older = overlapping.map((one) => one.secret).toReversed();
  const expected = [secret, ...older].map(sign).join(' ');
  assert.equal(arrival.signatures, expected, `the signatures of a message to ${name}`);
}
