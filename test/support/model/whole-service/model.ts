import type { Details } from '@pawstock/shared/pet-details.ts';
import type fc from 'fast-check';
import { errorStatus } from '../../../../src/http/errors.ts';

/**
 * A model of the whole service in plain maps and arrays: what it must store and how it must
 * respond.
 */

const scopes = ['read', 'write', 'admin', 'owner'] as const;
export type Scope = (typeof scopes)[number];

export type Item = { quantity: number; status: string; version: number };

/** A ledger entry in the form that clients get. */
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
  keyId: number;
  requestId: string;
  at: string;
  reservation: string | null;
};
export type NewEntry = Omit<
  Entry,
  'seq' | 'delta' | 'key' | 'keyId' | 'requestId' | 'at' | 'reservation'
>;

export type Key = {
  name: string;
  scope: Scope;
  secret: string;
  /** A number that this API key has in common with the keys that it replaced by rotation. */
  rotation: number;
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
  /** The `rotation` of the API key that made the reservation, or replaced it last. */
  owner: number;
  note: string | null;
  /**
   * The version of an active, sold or released reservation. An expired one has the next version.
   */
  version: number;
  /** The sale or release that ended the reservation before its expiry. */
  end: {
    state: 'sold' | 'released';
    ms: number;
    sale: { firstSeq: number; lastSeq: number } | null;
  } | null;
};

export type Choices = {
  url: string;
  events: readonly string[];
  low: number | null;
  petIds: readonly number[] | null;
  reasons: readonly string[] | null;
};

export type Message = {
  readonly seq: number;
  readonly event: string;
  /**
   * Where the webhook message may arrive: two URLs if its endpoint's URL was changed while it was
   * pending.
   */
  readonly urls: readonly string[];
  /**
   * False if the message need not arrive: its endpoint was changed or removed, or a limit for low
   * stock changed.
   */
  readonly isRequired: boolean;
};

/**
 * A webhook endpoint from its creation to its removal, with the range of ledger entries that it is
 * told about.
 */
export type Endpoint = Choices & {
  readonly name: string;
  readonly start: number;
  readonly createdMs: number;
  end: number;
  paused: boolean;
  secret: string;
  /** Older secrets, and until when they sign, too. */
  previous: readonly { readonly secret: string; readonly untilMs: number }[];
  /** Whether a rotation is under way, whose response will show the new secret. */
  isRotating: boolean;
  due: Message[];
  /**
   * Ledger entries since the endpoint was paused. The messages about them become due when it
   * resumes.
   */
  held: Entry[];
  replay: { after: number; until: number; due: Message[] } | null;
  /** The id of each arrived message, by ledger sequence and event. */
  readonly arrived: Map<string, string>;
  /** All messages that have arrived, in order. */
  readonly log: { readonly seq: number; readonly event: string; readonly petId: number | null }[];
  /** The ledger sequence up to which no message to this endpoint is pending. */
  certain: number;
};

export type Response = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

export type Expected = {
  readonly status: number;
  /**
   * The error codes, one of which the response must have. Several rules may refuse the same
   * request.
   */
  readonly code?: readonly string[];
  /**
   * The whole response body. In it, a `Judge` stands for a value that only the service can know,
   * such as a secret.
   */
  readonly body?: unknown;
  /** Headers that the response must have, or must not have if their value is null. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /**
   * Called if a response matches. Puts its secrets and ETags into the model. Checks what `body`
   * cannot express.
   */
  readonly learn?: (body: unknown, response: Response) => void;
  /**
   * If the response is a list in pages: all rows of the list, and the maximum number of rows in one
   * page.
   */
  readonly pages?: { readonly limit: number; readonly all: readonly unknown[] };
  /**
   * Whether the test repeats the request until the response matches, because the service stores the
   * data late.
   */
  readonly isEventual?: true;
};

/** A request, and the response that the model expects if the API key allows the request. */
export type Plan = {
  readonly param?: string | number;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What the request waits for: all webhook messages have arrived, or the store has also recorded
   * their arrival.
   */
  readonly settle?: 'received' | 'stored';
  /**
   * Makes the checks that the service makes before it looks up the idempotency key; throws a
   * `Refusal`.
   */
  readonly check?: (by: Key) => void;
  /** Applies the request to the model, and returns the expected response. */
  readonly respond: (by: Key) => Expected;
  /**
   * For an event stream: the ledger sequence after which its events begin, and whether the test
   * keeps it open.
   */
  readonly stream?: { readonly after: number; readonly isKept: boolean };
};

export type Planner = (model: Model) => Plan;

/** Requests that depend on random values, and on the model's state when they are sent. */
export const plans = <Draw>(
  draws: fc.Arbitrary<Draw>,
  plan: (draw: Draw, model: Model) => Plan,
): fc.Arbitrary<Planner> => draws.map((draw) => (model) => plan(draw, model));

type OperationModel = {
  readonly scope: Scope;
  readonly weight: number;
  readonly plans: fc.Arbitrary<Planner>;
};

/**
 * An operation of the API, with the scope that it requires, how often tests call it, and its random
 * requests.
 */
export const operation = (
  scope: Scope,
  weight: number,
  made: fc.Arbitrary<Planner>,
): OperationModel => ({
  scope,
  weight,
  plans: made,
});

export type Alphabet = Readonly<Record<string, OperationModel>>;

export class Refusal extends Error {
  readonly expected: Expected;

  constructor(codes: readonly string[], headers: Expected['headers'] = {}) {
    super(codes.join());
    this.expected = {
      status: errorStatus[codes[0] as keyof typeof errorStatus],
      code: codes,
      headers,
    };
  }
}

export function refuse(code: keyof typeof errorStatus, headers?: Expected['headers']): never {
  throw new Refusal([code], headers);
}

/** Stands for a value that the model cannot predict but can check. */
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

type IdempotencyRecord = {
  rotation: number;
  atMs: number;
  expected: Expected;
  body: unknown;
  write: NamedWrite;
};

/** A write with an idempotency key, by which a repetition is recognized. */
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
  /** The level of pets that have none of their own, unless an endpoint has another. */
  shopLowAt = 5;
  /** The details of all pets before the last change of any details. */
  detailsBefore: ReadonlyMap<number, Details> = new Map();
  readonly ledger: Entry[] = [];
  readonly keys: Key[] = [];
  /** The id of each key in responses, by its `rotation`. */
  readonly keyIds = new Map<number, number>();
  /** All reservations, including ended and deleted ones. */
  readonly reservations = new Map<string, Reservation>();
  readonly endpoints: Endpoint[] = [];
  readonly actions: object[] = [];
  readonly idempotencyRecords = new Map<string, IdempotencyRecord>();
  /**
   * The last ETag of each resource that was read, with the response's text, and the model's state
   * at that time.
   */
  readonly tags = new Map<
    string,
    { readonly tag: string; readonly text: string; readonly state: string }
  >();
  detailsRevision = 0;
  /**
   * Two URLs for each webhook endpoint, by its name. Tests switch an endpoint from one URL to the
   * other.
   */
  readonly urls: Readonly<Record<string, readonly string[]>>;
  clockMs: number;
  /** The latest time that the store has recorded. */
  storedMs = 0;
  requestId = '';
  restarts = 0;
  #reservationVersion = 0;

  constructor(clockMs: number, urls: Model['urls']) {
    this.clockMs = clockMs;
    this.urls = urls;
  }

  /** The store's time, which is never earlier than a time that the store has recorded. */
  get nowMs(): number {
    return Math.max(this.clockMs, this.storedMs);
  }

  get head(): number {
    return this.ledger.length;
  }

  noteTime(): void {
    this.storedMs = this.nowMs;
  }

  /**
   * Returns a new version for a reservation. If the reservation expires, its version becomes the
   * next number.
   */
  nextReservationVersion(): number {
    this.#reservationVersion += 2;
    return this.#reservationVersion - 1;
  }

  isActive({ revokedMs, expiresMs }: Key): boolean {
    return revokedMs === null && (expiresMs === null || expiresMs > this.nowMs);
  }

  allows({ scope }: Key, needed: Scope): boolean {
    return scopes.indexOf(scope) >= scopes.indexOf(needed);
  }

  /** All pet IDs in ascending order, as in lists of pets. */
  get petIds(): number[] {
    return [...this.items.keys()].sort((one, other) => one - other);
  }

  /** Returns a reservation's current state; undefined if the service has deleted it. */
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

  /**
   * Returns how many units of a pet are reserved, except by a reservation that is about to be
   * replaced.
   */
  held(petId: number, exceptId?: string): number {
    return this.activeReservations()
      .filter(({ id }) => id !== exceptId)
      .flatMap(({ items }) => items.filter((item) => item.petId === petId))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** The id of a key. The response that has its secret has told it. */
  keyIdOf({ name, rotation }: Key): number {
    const id = this.keyIds.get(rotation);
    if (id === undefined) throw new Error(`the id of the key ${name} is unknown`);
    return id;
  }

  append(by: Key, entry: NewEntry, reservation: string | null = null): Entry {
    this.noteTime();
    const { petId, kind, before, after, status, reason, note } = entry;
    const delta = (after ?? 0) - (before ?? 0);
    const seq = this.head + 1;
    const rest = {
      status,
      reason,
      note,
      key: by.name,
      keyId: this.keyIdOf(by),
      requestId: this.requestId,
      at: iso(this.nowMs),
    };
    const stored: Entry = { seq, petId, kind, before, after, delta, ...rest, reservation };
    this.ledger.push(stored);
    if (after === null) this.items.delete(petId);
    else this.items.set(petId, { quantity: after, status, version: seq });
    return stored;
  }

  noteAction(by: Key, action: string, name: string | null): void {
    this.noteTime();
    this.actions.unshift({
      at: iso(this.nowMs),
      action,
      name,
      key: by.name,
      keyId: this.keyIdOf(by),
      requestId: this.requestId,
    });
  }

  /**
   * Returns the recorded response if the request is a repetition. Otherwise applies and records the
   * request.
   */
  answerOnce(by: Key, write: NamedWrite): Expected {
    const recordName = `${by.rotation} ${write.name}`;
    const record = this.idempotencyRecords.get(recordName);
    if (record !== undefined && record.atMs > this.nowMs - 7 * dayMs) {
      if (fingerprintOf(record.write) !== fingerprintOf(write))
        return refuse('idempotency_key_reused');
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
        // The new secret of an API key or webhook endpoint appears only in the first response, not
        // in a repeated one.
        const kept =
          body !== null && typeof body === 'object' && 'secret' in body
            ? { ...body, secret: null }
            : body;
        this.idempotencyRecords.set(recordName, {
          rotation: by.rotation,
          atMs,
          expected,
          body: kept,
          write,
        });
      },
    };
  }
}
