import type fc from 'fast-check';
import type { Details } from '../../../../src/domain/pet-details.ts';
import { errorStatus } from '../../../../src/http/errors.ts';

/** What the whole service must know and answer, in plain maps and arrays. Times are those of the test's own clock. */

const scopes = ['read', 'write', 'admin', 'owner'] as const;
export type Scope = (typeof scopes)[number];

export type Item = { quantity: number; status: string; version: number };

/** A ledger entry as callers see it. */
export type Entry = {
  seq: number;
  petId: number;
  kind: string;
  before: number | null;
  after: number | null;
  delta: number;
  status: string;
  reason: string | null;
  note: string | null;
  key: string;
  requestId: string;
  at: string;
  reservation: string | null;
};
export type NewEntry = Omit<Entry, 'seq' | 'delta' | 'key' | 'requestId' | 'at' | 'reservation'>;

export type Key = {
  name: string;
  scope: Scope;
  secret: string;
  /** Keys that replace each other by rotation share it. */
  rotation: number;
  revision: number;
  requireVersion: boolean;
  rateLimit: number | null;
  createdMs: number;
  expiresMs: number | null;
  revokedMs: number | null;
};

export type Reservation = {
  id: string;
  items: readonly { petId: number; quantity: number }[];
  expiresMs: number;
  createdMs: number;
  key: string;
  note: string | null;
  /** The version while it is active, or after it was sold or released. */
  version: number;
  /** What ended it before its time. */
  end: { state: 'sold' | 'released'; ms: number; sale: { firstSeq: number; lastSeq: number } | null } | null;
};

export type Choices = {
  url: string;
  events: readonly string[];
  low: number;
  petIds: readonly number[] | null;
  reasons: readonly string[] | null;
};

export type Message = {
  readonly seq: number;
  readonly event: string;
  /** Two where the endpoint has moved while the message was on its way. */
  readonly urls: readonly string[];
  /** What was pending when the endpoint was changed may be lost to the change, or be sent before it. */
  readonly isRequired: boolean;
};

/** One endpoint from its addition to its removal. Its messages are about the changes from `start` to `end`. */
export type Endpoint = Choices & {
  readonly name: string;
  readonly start: number;
  readonly createdMs: number;
  end: number;
  paused: boolean;
  secret: string;
  previous: { readonly secret: string; readonly untilMs: number } | null;
  due: Message[];
  /** Changes that are not sent before it resumes. */
  held: Entry[];
  replay: { after: number; until: number; due: Message[] } | null;
  /** The ids of the messages that have arrived, by sequence and event, and when that was. */
  readonly arrived: Map<string, { readonly id: string; readonly kills: number }>;
  /** All messages that have arrived, in order. */
  readonly log: { readonly seq: number; readonly event: string; readonly petId: number | null }[];
  /** Changes up to this one were sent, or were of no interest. */
  certain: number;
};

export type Response = { readonly status: number; readonly headers: Headers; readonly text: string };

export type Expected = {
  readonly status: number;
  /** The code of a refusal; one of several where more than one rule refuses. */
  readonly code?: readonly string[];
  /** All of the body. A `Judge` stands for a value that only the service can know. */
  readonly body?: unknown;
  /** null for a header that must not be there. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Takes what only the response can tell, or judges the response as a whole. */
  readonly learn?: (body: unknown, response: Response) => void;
  /** All that the pages have together; a page has at most `limit` of it. */
  readonly pages?: { readonly limit: number; readonly all: readonly unknown[] };
  /** What is stored with a delay is asked for again until it is there. */
  readonly isEventual?: true;
};

/** A request, and the response that a caller gets who may make it. */
export type Plan = {
  readonly param?: string | number;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What must have been delivered before: what was sent, or what is stored of it, too. */
  readonly settle?: 'received' | 'stored';
  /** What is refused before an idempotency record counts. */
  readonly check?: (by: Key) => void;
  /** Changes the model as the request changes the service. */
  readonly respond: (by: Key) => Expected;
  /** The response is an event stream, which stays open if it says so. */
  readonly stream?: { readonly after: number; readonly isKept: boolean };
};

export type Planner = (model: Model) => Plan;

/** Requests that are made of what was drawn, and of what the model knows when it is their turn. */
export const plans = <Draw>(
  draws: fc.Arbitrary<Draw>,
  plan: (draw: Draw, model: Model) => Plan,
): fc.Arbitrary<Planner> => draws.map((draw) => (model) => plan(draw, model));

type OperationModel = { readonly scope: Scope; readonly weight: number; readonly plans: fc.Arbitrary<Planner> };

/** Who may call an operation, how often it is called, and the requests that are made. */
export const operation = (scope: Scope, weight: number, made: fc.Arbitrary<Planner>): OperationModel => ({
  scope,
  weight,
  plans: made,
});

export type Alphabet = Readonly<Record<string, OperationModel>>;

export class Refusal extends Error {
  readonly expected: Expected;

  constructor(codes: readonly string[], headers: Expected['headers'] = {}) {
    super(codes.join());
    this.expected = { status: errorStatus[codes[0] as keyof typeof errorStatus], code: codes, headers };
  }
}

export function refuse(code: keyof typeof errorStatus, headers?: Expected['headers']): never {
  throw new Refusal([code], headers);
}

/** Stands for a value that is judged, not predicted. */
export class Judge {
  readonly what: string;
  readonly isRight: (value: unknown) => boolean;

  constructor(what: string, isRight: (value: unknown) => boolean) {
    this.what = what;
    this.isRight = isRight;
  }
}

export const iso = (ms: number) => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

type IdempotencyRecord = { rotation: number; atMs: number; expected: Expected; body: unknown; write: NamedWrite };

/** A write under a name of the caller's own, by which it is known when it is repeated. */
export type NamedWrite = {
  readonly name: string;
  readonly operationId: string;
  readonly plan: Plan;
};

const fingerprintOf = ({ operationId, plan: { param, body, headers = {} } }: NamedWrite) =>
  JSON.stringify([operationId, param, body, headers['if-match'], headers['if-none-match']]);

const dayMs = 86_400_000;

export class Model {
  readonly items = new Map<number, Item>();
  readonly details = new Map<number, Details>();
  /** The details before the last change of any. */
  detailsBefore: ReadonlyMap<number, Details> = new Map();
  readonly ledger: Entry[] = [];
  readonly keys: Key[] = [];
  /** Active or ended, and forgotten ones, too. */
  readonly reservations = new Map<string, Reservation>();
  readonly endpoints: Endpoint[] = [];
  readonly actions: object[] = [];
  readonly idempotencyRecords = new Map<string, IdempotencyRecord>();
  /** The tag that each read had last, and what it stood for. */
  readonly tags = new Map<string, { readonly tag: string; readonly text: string; readonly state: string }>();
  detailsRevision = 0;
  /** Where the endpoints may be: two addresses for each name. */
  readonly urls: Readonly<Record<string, readonly string[]>>;
  clockMs: number;
  /** The latest time that the store has noted. */
  storedMs = 0;
  requestId = '';
  /** How often an instance was killed, after which messages may be sent again. */
  kills = 0;
  /** How often an instance was restarted. */
  restarts = 0;
  /** Whether messages of an instance that was killed may still be on their way. */
  isRecovering = false;
  #revision = 0;
  #reservationVersion = 0;

  constructor(clockMs: number, urls: Model['urls']) {
    this.clockMs = clockMs;
    this.urls = urls;
  }

  /** The store's time never goes back behind what it has noted. */
  get nowMs(): number {
    return Math.max(this.clockMs, this.storedMs);
  }

  get head(): number {
    return this.ledger.length;
  }

  noteTime(): void {
    this.storedMs = this.nowMs;
  }

  /** Every change of a reservation has a version above all before it, and leaves one for its expiry. */
  nextReservationVersion(): number {
    this.#reservationVersion += 2;
    return this.#reservationVersion - 1;
  }

  nextRevision(): number {
    return ++this.#revision;
  }

  isActive({ revokedMs, expiresMs }: Key): boolean {
    return revokedMs === null && (expiresMs === null || expiresMs > this.nowMs);
  }

  allows({ scope }: Key, needed: Scope): boolean {
    return scopes.indexOf(scope) >= scopes.indexOf(needed);
  }

  /** Sorted as lists show them. */
  get petIds(): number[] {
    return [...this.items.keys()].sort((one, other) => one - other);
  }

  /** What has become of a reservation by now; undefined if it is forgotten. */
  stateOf({ end, expiresMs }: Reservation): 'active' | 'sold' | 'released' | 'expired' | undefined {
    const endedMs = end?.ms ?? expiresMs;
    if (endedMs <= this.nowMs - 30 * dayMs) return undefined;
    return end?.state ?? (expiresMs > this.nowMs ? 'active' : 'expired');
  }

  activeReservations(): Reservation[] {
    return [...this.reservations.values()]
      .filter((one) => this.stateOf(one) === 'active')
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** What reservations hold of a pet, but for one that is about to be replaced. */
  held(petId: number, exceptId?: string): number {
    return this.activeReservations()
      .filter(({ id }) => id !== exceptId)
      .flatMap(({ items }) => items.filter((item) => item.petId === petId))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  append(by: Key, entry: NewEntry, reservation: string | null = null): Entry {
    this.noteTime();
    const { petId, kind, before, after, status, reason, note } = entry;
    const delta = (after ?? 0) - (before ?? 0);
    const seq = this.head + 1;
    const rest = { status, reason, note, key: by.name, requestId: this.requestId, at: iso(this.nowMs) };
    const stored: Entry = { seq, petId, kind, before, after, delta, ...rest, reservation };
    this.ledger.push(stored);
    if (after === null) this.items.delete(petId);
    else this.items.set(petId, { quantity: after, status, version: seq });
    return stored;
  }

  noteAction(by: Key, action: string, name: string): void {
    this.noteTime();
    this.actions.unshift({ at: iso(this.nowMs), action, name, key: by.name, requestId: this.requestId });
  }

  /** What a repeated request gets, or what a first one does and leaves behind for that. */
  answerOnce(by: Key, write: NamedWrite): Expected {
    const recordName = `${by.rotation} ${write.name}`;
    const record = this.idempotencyRecords.get(recordName);
    if (record !== undefined && record.atMs > this.nowMs - dayMs) {
      if (fingerprintOf(record.write) !== fingerprintOf(write)) return refuse('idempotency_key_reused');
      const { status, headers } = record.expected;
      return { status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: record.body };
    }
    const expected = write.plan.respond(by);
    const atMs = this.nowMs;
    return {
      ...expected,
      headers: { ...expected.headers, 'idempotent-replayed': null },
      learn: (body, response) => {
        expected.learn?.(body, response);
        // A secret is in the first response alone.
        const kept = body !== null && typeof body === 'object' && 'secret' in body ? { ...body, secret: null } : body;
        this.idempotencyRecords.set(recordName, { rotation: by.rotation, atMs, expected, body: kept, write });
      },
    };
  }
}
